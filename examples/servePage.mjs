import { createServer } from 'vite'

/**
 * Lets Vite serve the page in a folder, on a server that is there already.
 *
 * @param {{ root: string, server: import('node:http').Server, meta?: Record<string, string> }} options `meta`
 *   is what the page is told, as elements of that name
 */
export function servePage({ root, server, meta = {} }) {
  const tags = Object.entries(meta).map(([name, content]) => ({ tag: 'meta', attrs: { name, content } }))
  return createServer({
    root,
    appType: 'spa',
    // Tests run two at once, each with its own: what one prepares anew, the other may be serving.
    ...(process.env.PAGE_CACHE && { cacheDir: process.env.PAGE_CACHE }),
    plugins: [{ name: 'told-to-the-page', transformIndexHtml: () => tags }],
    server: {
      middlewareMode: true,
      hmr: { server },
      // Tests fork it, and want no page that loads anew because somebody builds the package meanwhile.
      ...(process.send && { watch: null }),
    },
  })
}

/** Ends what was started with the process's SIGINT or SIGTERM; forked, with the process that forked it. */
export function endWithProcess(end) {
  let ending
  const stop = () => {
    // A second Ctrl-C finds the end already under way.
    ending ??= end().finally(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (process.send) process.once('disconnect', stop)
}
