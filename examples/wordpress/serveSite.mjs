// Starts the site from plain Node, which can't read TypeScript: Vite loads it.
import { fileURLToPath } from 'node:url'
import { createServer, runnerImport } from 'vite'

/**
 * Boots the site and, with `page`, lets Vite serve that folder's page on the site's own origin. Ends with the
 * process's SIGINT or SIGTERM; forked, it reports by message once it answers, and ends with the process that
 * forked it.
 *
 * @param {{ port: number, content: boolean | 'minimal', page?: string | undefined }} options
 */
export async function serveSite({ port, content, page: root }) {
  const source = fileURLToPath(new URL('startWordPress.ts', import.meta.url))
  const { module } = await runnerImport(source, { configFile: false, logLevel: 'error' })

  let page
  const site = await module.startWordPress({
    port,
    content,
    middleware: (request, response, next) => (page ? page.middlewares(request, response, next) : next()),
  })

  let ending
  const stop = () => {
    // A second Ctrl-C finds the end already under way.
    ending ??= Promise.resolve(page?.close())
      .then(() => site.close())
      .finally(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  if (root) {
    page = await createServer({
      root,
      appType: 'spa',
      server: {
        middlewareMode: true,
        hmr: { server: site.server },
        // Tests fork it, and want no page that loads anew because somebody builds the package meanwhile.
        ...(process.send && { watch: null }),
      },
    })
  }
  if (process.send) {
    process.once('disconnect', stop)
    process.send({ url: site.url, root: site.root, plainRoot: site.plainRoot, users: site.users })
  }
  return site
}
