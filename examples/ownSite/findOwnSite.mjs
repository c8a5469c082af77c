// Opens a person's own site from plain Node, which can't read TypeScript: Vite loads it.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { endWithProcess, servePage } from '../servePage.mjs'

/**
 * Finds the site and signs in; gives what there is to tell, and `serve`, which starts the page and its proxy.
 * Ends, and reports when forked, as the embedded site does.
 *
 * @param {{ site: string, username: string, isInsecureAllowed?: boolean | undefined }} options
 */
export async function findOwnSite(options) {
  const source = fileURLToPath(new URL('openOwnSite.ts', import.meta.url))
  const { module } = await runnerImport(source, { configFile: false, logLevel: 'error' })
  const site = await module.openOwnSite(options)

  async function serve({ port, page: folder }) {
    let page = null
    const proxy = await site.serve({
      port,
      middleware: (request, response, next) => (page ? page.middleware(request, response, next) : next()),
    })
    endWithProcess(async () => {
      await page?.close()
      await proxy.close()
    })
    const { host } = new URL(site.root)
    page = await servePage({
      page: folder,
      server: proxy.server,
      meta: { 'copydesk-site': host, 'copydesk-name': site.name },
    })
    process.send?.({ url: proxy.url, entrance: proxy.entrance })
    return proxy
  }
  return { ...site, serve }
}
