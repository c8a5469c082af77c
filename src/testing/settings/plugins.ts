import type { PluginRow } from '../styles/appearanceRows'
import { contextArg, restUrl } from '../http/listing'
import { forbidden, WpError } from '../http/wpError'
import { type Call, Reply, type Route } from '../http/route'
import { can, tick } from '../site/siteState'

// A request that never got so far as to be read names no plugin: its answer allows nothing.
const plugin = { type: 'string', convert: (value: string) => `${value}.php` } as const
const status = { type: 'string', enum: ['inactive', 'active'] } as const

/** The plugins: switched on and off, installed from the directory, deleted. */
export const pluginRoutes: readonly Route[] = [
  {
    path: '/wp/v2/plugins',
    batch: false,
    GET: {
      args: { ...contextArg, search: { type: 'string' }, status: { type: 'array', items: status } },
      permit: (call) => mayManage(call),
      run: (call) => {
        const { search, status: wanted = ['active', 'inactive'] } = call.params
        const rows = [...call.site.plugins.values()].filter(
          (plugin) =>
            plugin.isInstalled &&
            (wanted as string[]).includes(plugin.status) &&
            plugin.name.toLowerCase().includes(String(search ?? '').toLowerCase()),
        )
        return rows.map((plugin) => showPlugin(call, plugin))
      },
    },
    POST: {
      args: { slug: { type: 'string', required: true }, status: { ...status, default: 'inactive' } },
      permit: ({ user }) => {
        if (can(user, 'install_plugins')) return
        const message = 'Sorry, you are not allowed to install plugins on this site.'
        throw forbidden(user, 'rest_cannot_install_plugin', message)
      },
      run: install,
    },
  },
  {
    path: '/wp/v2/plugins/:plugin+',
    batch: false,
    GET: {
      args: { ...contextArg, plugin },
      permit: (call) => {
        mayManage(call, 'rest_cannot_view_plugin')
        findPlugin(call)
      },
      run: (call) => showPlugin(call, findPlugin(call)),
    },
    update: {
      args: { plugin, status },
      permit: mayChange,
      run: (call) => {
        const plugin = findPlugin(call)
        if (call.params.status !== undefined) plugin.status = call.params.status as PluginRow['status']
        tick(call.site)
        return showPlugin(call, plugin)
      },
    },
    DELETE: {
      args: { plugin },
      permit: mayChange,
      run: (call) => {
        const plugin = findPlugin(call)
        if (plugin.status === 'active') {
          const message = 'Cannot delete an active plugin. Please deactivate it first.'
          throw new WpError(400, 'rest_cannot_delete_active_plugin', message)
        }
        const { _links: _, ...previous } = showPlugin(call, plugin)
        call.site.plugins.delete(plugin.plugin)
        tick(call.site)
        return { deleted: true, previous }
      },
    },
  },
]

function mayManage({ user }: Call, code = 'rest_cannot_view_plugins'): void {
  if (can(user, 'activate_plugins')) return
  const message = 'Sorry, you are not allowed to manage plugins for this site.'
  throw forbidden(user, code, message)
}

function mayChange(call: Call): void {
  mayManage(call, 'rest_cannot_manage_plugins')
  findPlugin(call)
}

function findPlugin({ site, params }: Call): PluginRow {
  const [, name = ''] = /^(.*)\.php$/.exec(String(params.plugin)) ?? []
  const found = site.plugins.get(name)
  if (!found?.isInstalled) throw new WpError(404, 'rest_plugin_not_found', 'Plugin not found.')
  return found
}

function install(call: Call): Reply {
  const { site, params } = call
  const slug = String(params.slug)
  const found = [...site.plugins.values()].find(({ plugin }) => plugin.split('/')[0] === slug)
  if (!found) {
    const message = 'Plugin not found.'
    throw new WpError(404, 'plugins_api_failed', message)
  }
  if (found.isInstalled) throw new WpError(500, 'folder_exists', 'Destination folder already exists.')
  Object.assign(found, { isInstalled: true, status: params.status })
  tick(site)
  call.headers.Location = restUrl(call, `/wp/v2/plugins/${found.plugin}`)
  return new Reply(201, showPlugin(call, found))
}

function showPlugin(call: Call, plugin: PluginRow): Record<string, unknown> {
  const { description } = plugin
  const by = plugin.authorUri ? `<a href="${plugin.authorUri}">${plugin.author}</a>` : plugin.author
  const rendered = plugin.author ? `${description} <cite>By ${by}.</cite>` : description
  return {
    plugin: plugin.plugin,
    status: plugin.status,
    name: plugin.name,
    plugin_uri: plugin.pluginUri,
    author: plugin.author,
    author_uri: plugin.authorUri,
    description: { raw: description, rendered },
    version: plugin.version,
    network_only: false,
    requires_wp: '',
    requires_php: '',
    textdomain: plugin.textdomain,
    _links: { self: [{ href: restUrl(call, `/wp/v2/plugins/${plugin.plugin}`) }] },
  }
}
