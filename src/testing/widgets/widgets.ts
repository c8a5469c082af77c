import type { SidebarRow, WidgetRow } from '../styles/appearanceRows'
import { embeddable, linksTo } from '../http/links'
import { contextArg, contextOf, inContext, wishesOf } from '../http/listing'
import { type Args, text } from '../http/params'
import { hashOf } from '../http/hash'
import { found, WpError } from '../http/wpError'
import { escapeHtml, renderContent } from '../posts/rendering'
import { resource } from '../http/resource'
import type { Call, Route } from '../http/route'
import { demand, does, type SiteState, tick } from '../site/siteState'
import { widgetTypes } from './widgetTypes'

/** Where widgets go that stand nowhere. */
export const inactive = 'wp_inactive_widgets'

const fields: Args = {
  id: text,
  id_base: text,
  sidebar: text,
  instance: { type: 'any' },
}

/** The widgets. */
export const widgetRoutes: readonly Route[] = resource<WidgetRow>({
  path: '/wp/v2/widgets',
  single: '/wp/v2/widgets/:widget',
  batch: true,
  find: ({ site, params }) => {
    const widget = site.widgets.get(String(params.widget))
    return found(widget, 'rest_widget_not_found', 'No widget was found with that id.')
  },
  show: showWidget,
  list: {
    args: { ...contextArg, sidebar: text },
    permit: mayManageWidgets,
    rows: (call) => {
      const { site } = call
      const wanted = [...site.sidebars.values()].filter(({ id }) => wishesOf(call).among('sidebar', id))
      return wanted.flatMap(({ widgets }) => widgets).flatMap((id) => site.widgets.get(id) ?? [])
    },
  },
  create: {
    args: { ...fields, sidebar: { type: 'string', required: true, default: inactive } },
    permit: mayManageWidgets,
    make: ({ site, params }) => {
      if (params.id_base === undefined) {
        throw new WpError(400, 'rest_invalid_widget', 'Widget type (id_base) is required.')
      }
      const idBase = String(params.id_base)
      if (!widgetTypes.has(idBase)) {
        const message = 'The provided widget type (id_base) cannot be updated.'
        throw new WpError(400, 'rest_invalid_widget', message)
      }
      const widget = { id: freeId(site, idBase), idBase, instance: readInstance(params.instance) ?? {} }
      return place(site, widget, String(params.sidebar))
    },
  },
  read: { permit: mayManageWidgets },
  update: {
    args: fields,
    permit: mayManageWidgets,
    find: ({ site, params }) => {
      const widget = site.widgets.get(String(params.widget))
      if (!widget) throw new WpError(500, 'rest_invalid_widget', 'The requested widget is invalid.')
      return widget
    },
    change: ({ site, params }, widget) => {
      const changed = { ...widget, instance: readInstance(params.instance) ?? widget.instance }
      return place(site, changed, params.sidebar === undefined ? undefined : String(params.sidebar))
    },
  },
  remove: {
    permit: mayManageWidgets,
    trash: ({ site }, { id }) => {
      tick(site)
      move(site, id, inactive)
    },
    drop: ({ site }, { id }) => {
      site.widgets.delete(id)
      remove(site, id)
    },
    keepsLinks: true,
  },
})

function place(site: SiteState, widget: WidgetRow, sidebar: string | undefined): WidgetRow {
  site.widgets.set(widget.id, widget)
  if (sidebar !== undefined) move(site, widget.id, sidebar)
  tick(site)
  return widget
}

/** Refuses who may not change what the site looks like. */
export function mayManageWidgets({ user }: Call): void {
  demand(user, 'edit_theme_options', 'rest_cannot_manage_widgets', 'manage widgets on this site')
}

/** Puts a widget at the end of a sidebar, out of the one where it was. */
export function move(site: SiteState, id: string, to: string): void {
  const target = site.sidebars.get(to)
  if (target?.widgets.includes(id)) return
  remove(site, id)
  target?.widgets.push(id)
}

/** The first id of a type that is free; those of a new site begin with 2. */
export function freeId(site: SiteState, idBase: string): string {
  const taken = [...site.widgets.values()].filter((widget) => widget.idBase === idBase)
  const numbers = taken.map(({ id }) => Number(id.split('-').at(-1)))
  return `${idBase}-${Math.max(1, ...numbers) + 1}`
}

function remove(site: SiteState, id: string): void {
  for (const sidebar of site.sidebars.values()) {
    sidebar.widgets = sidebar.widgets.filter((other) => other !== id)
  }
}

function sidebarOf(site: SiteState, id: string): string {
  return [...site.sidebars.values()].find(({ widgets }) => widgets.includes(id))?.id ?? inactive
}

/** The settings that were sent, open or sealed; undefined where there are none. */
function readInstance(given: unknown): Record<string, unknown> | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const { raw, encoded, hash } = given as Record<string, unknown>
  if (typeof raw === 'object' && raw !== null) return raw as Record<string, unknown>
  if (encoded === undefined) {
    const message = 'The provided instance is invalid. Must contain raw OR encoded and hash.'
    throw new WpError(400, 'rest_invalid_widget', message)
  }
  const sealed = String(encoded)
  if (hash !== hashOf(sealed)) {
    throw new WpError(400, 'rest_invalid_widget', 'The provided instance is malformed.')
  }
  return JSON.parse(decodeURIComponent(atob(sealed))) as Record<string, unknown>
}

// A real site seals with PHP's own format and a secret; who reads it only gives it back.
function seal(instance: object): { encoded: string; hash: string } {
  const encoded = btoa(encodeURIComponent(JSON.stringify(instance)))
  return { encoded, hash: hashOf(encoded) }
}

function render(site: SiteState, sidebar: SidebarRow, { id, idBase, instance }: WidgetRow): string {
  const { title, text = '', content = '' } = instance as Record<string, string | undefined>
  const heading = title ? `${sidebar.beforeTitle}${title}${sidebar.afterTitle}` : ''
  const body =
    idBase === 'block'
      ? renderContent(content, does(site, 'paragraphClass'))
      : idBase === 'text'
        ? `<div class="textwidget">${text}</div>`
        : ''
  const className = widgetTypes.get(idBase)?.classname ?? ''
  const before = sidebar.beforeWidget.replace('%1$s', id).replace('%2$s', className)
  return `${before}${heading}${body.trim()}${sidebar.afterWidget}`.trim()
}

function showWidget(call: Call, widget: WidgetRow, context = contextOf(call)): Record<string, unknown> {
  const { site } = call
  const { id, idBase, instance } = widget
  const sidebar = sidebarOf(site, id)
  const place = site.sidebars.get(sidebar)
  const rendered = place && sidebar !== inactive ? render(site, place, widget) : ''
  const form = `<textarea name="widget-${id}">${escapeHtml(JSON.stringify(instance))}</textarea>`
  return {
    ...inContext(context, {
      all: { id, id_base: idBase, sidebar, rendered },
      edit: { rendered_form: form, instance: { ...seal(instance), raw: instance } },
    }),
    _links: linksTo(call, {
      self: `/wp/v2/widgets/${id}`,
      collection: '/wp/v2/widgets',
      about: embeddable(`/wp/v2/widget-types/${idBase}`),
      'wp:sidebar': `/wp/v2/sidebars/${sidebar}/`,
    }),
  }
}
