// Starts the site from plain Node, which can't read TypeScript: Vite loads it.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { endWithProcess, servePage, toldToThePage } from '../servePage.mjs'

/**
 * Boots the site and, with `page`, serves that page on the site's own origin, to whoever opens `entrance`. Ends with the
 * process's SIGINT or SIGTERM; forked, it reports by message once it answers, ends with the process that forked
 * it, and does what that asks of it.
 *
 * @param {{ port: number, content: boolean | 'minimal', today?: Date | undefined, wordpress?: string | undefined, plugins?: import('./bootSite').PluginFiles, origins?: readonly string[], isForAdministrator?: boolean | undefined, page?: import('../servePage.mjs').PageFolder | undefined }} options
 *   with `isForAdministrator` the entrance leads to the post editor of WordPress, signed in
 */
export async function serveSite({
  port,
  content,
  today,
  wordpress,
  plugins,
  origins = [],
  isForAdministrator = false,
  page: folder,
}) {
  const source = fileURLToPath(new URL('startWordPress.ts', import.meta.url))
  const { module } = await runnerImport(source, { configFile: false, logLevel: 'error' })

  const key = module.createPageKey(
    isForAdministrator ? (secret) => `/wp-login.php?enter=${secret}` : undefined,
  )
  let page
  const site = await module.startWordPress({
    port,
    content,
    today,
    wordpress,
    origins,
    plugins: { ...plugins, ...(origins.length > 0 && showAllow) },
    ...(isForAdministrator && { entrance: key.secret }),
    middleware: (request, response, next) => (page ? page.middleware(request, response, next) : next()),
  })
  endWithProcess(async () => {
    await page?.close()
    await site.close()
  })
  if (folder) {
    const meta = toldToThePage(site.users, content === true ? module.startPosts : undefined)
    page = await servePage({ page: folder, server: site.server, meta, key })
  }
  if (process.send) takeOrders(site)
  const { url, root, plainRoot, users, version } = site
  const entrance = folder && url + key.entrance
  process.send?.({ url, entrance, root, plainRoot, users, version })
  return { ...site, entrance }
}

/** Lets scripts of other origins see what a user may do; see docs/guide/deployment.md. */
const showAllow = {
  'show-allow': {
    'show-allow.php':
      "<?php add_filter('rest_exposed_cors_headers', fn($headers) => [...$headers, 'Allow']);",
  },
}

/**
 * `keep` notes what the site holds, `restore` puts it back to that; each is answered by itself once it is done. So one
 * site serves many tests, each of which finds it as it was at first.
 */
function takeOrders(site) {
  let restore
  process.on('message', async (order) => {
    if (order === 'keep') restore = await site.keep()
    if (order === 'restore') await restore()
    process.send(order)
  })
}
