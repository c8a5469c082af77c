import type { SidebarRow } from '../styles/appearanceRows'
import { embeddable, linksTo } from '../http/links'
import { contextArg } from '../http/listing'
import { resource } from '../http/resource'
import { found } from '../http/wpError'
import type { Call, Route } from '../http/route'
import { activeTheme, tick } from '../site/siteState'
import { inactive, mayManageWidgets, move } from './widgets'

/** The places of the theme for widgets. */
export const sidebarRoutes: readonly Route[] = resource<SidebarRow>({
  path: '/wp/v2/sidebars',
  single: '/wp/v2/sidebars/:sidebar',
  find: ({ site, params }) => {
    const sidebar = site.sidebars.get(String(params.sidebar))
    return found(sidebar, 'rest_sidebar_not_found', 'No sidebar exists with that id.')
  },
  show: showSidebar,
  list: {
    args: contextArg,
    permit: mayManageWidgets,
    rows: ({ site }) => [...site.sidebars.values()],
  },
  read: { permit: mayManageWidgets },
  update: {
    args: { widgets: { type: 'array', items: { type: 'string' } } },
    permit: mayManageWidgets,
    change: ({ site, params }, sidebar) => {
      const wanted = params.widgets as string[] | undefined
      if (wanted) {
        const left = sidebar.widgets.filter((id) => !wanted.includes(id))
        for (const id of left) move(site, id, inactive)
        for (const id of wanted) move(site, id, sidebar.id)
        sidebar.widgets = wanted.filter((id) => site.widgets.has(id))
      }
      tick(site)
      return sidebar
    },
  },
})

function showSidebar(call: Call, sidebar: SidebarRow): object {
  const { id, name, description, widgets } = sidebar
  // A theme of blocks shows no sidebar.
  const isShown = id !== inactive && !activeTheme(call.site).isBlockTheme
  return {
    id,
    name,
    description,
    class: sidebar.class,
    before_widget: sidebar.beforeWidget,
    after_widget: sidebar.afterWidget,
    before_title: sidebar.beforeTitle,
    after_title: sidebar.afterTitle,
    status: isShown ? 'active' : 'inactive',
    widgets,
    _links: linksTo(call, {
      collection: '/wp/v2/sidebars',
      self: `/wp/v2/sidebars/${id}`,
      'wp:widget': embeddable(`/wp/v2/widgets?sidebar=${id}`),
    }),
  }
}
