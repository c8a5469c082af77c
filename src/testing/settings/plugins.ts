import type { PluginRow } from '../styles/appearanceRows'
import { linksTo } from '../http/links'
import { contextArg, wishesOf } from '../http/listing'
import { found, WpError } from '../http/wpError'
import { resource } from '../http/resource'
import type { Call, Route } from '../http/route'
import { demand, tick } from '../site/siteState'

// A request that never got so far as to be read names no plugin: its answer allows nothing.
const plugin = { type: 'string', convert: (value: string) => `${value}.php` } as const
const status = { type: 'string', enum: ['inactive', 'active'] } as const

/** The plugins: switched on and off, installed from the directory, deleted. */
export const pluginRoutes: readonly Route[] = resource<PluginRow>({
  path: '/wp/v2/plugins',
  single: '/wp/v2/plugins/:plugin+',
  find: findPlugin,
  show: showPlugin,
  list: {
    args: { ...contextArg, search: { type: 'string' }, status: { type: 'array', items: status } },
    permit: (call) => mayManage(call),
    rows: (call) => {
      const { among, hasPhrase } = wishesOf(call)
      return [...call.site.plugins.values()].filter(
        ({ isInstalled, name, status }) => isInstalled && among('status', status) && hasPhrase(name),
      )
    },
  },
  create: {
    args: { slug: { type: 'string', required: true }, status: { ...status, default: 'inactive' } },
    permit: ({ user }) => {
      demand(user, 'install_plugins', 'rest_cannot_install_plugin', 'install plugins on this site')
    },
    make: install,
  },
  read: {
    args: { plugin },
    permit: (call) => {
      mayManage(call, 'rest_cannot_view_plugin')
      findPlugin(call)
    },
  },
  update: {
    args: { plugin, status },
    permit: mayChange,
    change: ({ site, params }, row) => {
      if (params.status !== undefined) row.status = params.status as PluginRow['status']
      tick(site)
      return row
    },
  },
  remove: {
    args: { plugin },
    permit: mayChange,
    drop: ({ site }, row) => {
      if (row.status === 'active') {
        const message = 'Cannot delete an active plugin. Please deactivate it first.'
        throw new WpError(400, 'rest_cannot_delete_active_plugin', message)
      }
      site.plugins.delete(row.plugin)
    },
  },
})

function mayManage({ user }: Call, code = 'rest_cannot_view_plugins'): void {
  demand(user, 'activate_plugins', code, 'manage plugins for this site')
}

function mayChange(call: Call): void {
  mayManage(call, 'rest_cannot_manage_plugins')
  findPlugin(call)
}

function findPlugin({ site, params }: Call): PluginRow {
  const [, name = ''] = /^(.*)\.php$/.exec(String(params.plugin)) ?? []
  const row = site.plugins.get(name)
  return found(row?.isInstalled ? row : undefined, 'rest_plugin_not_found', 'Plugin not found.')
}

function install({ site, params }: Call): PluginRow {
  const slug = String(params.slug)
  const known = [...site.plugins.values()].find(({ plugin }) => plugin.split('/')[0] === slug)
  const row = found(known, 'plugins_api_failed', 'Plugin not found.')
  if (row.isInstalled) throw new WpError(500, 'folder_exists', 'Destination folder already exists.')
  Object.assign(row, { isInstalled: true, status: params.status })
  tick(site)
  return row
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
    _links: linksTo(call, { self: `/wp/v2/plugins/${plugin.plugin}` }),
  }
}
