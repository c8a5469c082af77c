import { batchRoute } from './batch'
import { commentRoutes } from './comments'
import { globalStylesRoutes } from './globalStyles'
import { lookupRoutes } from './lookups'
import { mediaEditRoute } from './mediaEdit'
import { mediaRoutes } from './mediaRoutes'
import { menuItemRoutes } from './menuItems'
import { menuRoutes } from './menus'
import { navigationRoutes } from './navigation'
import { patternRoutes } from './patterns'
import { pluginRoutes } from './plugins'
import { postRoutes } from './posts'
import { revisionRoutes } from './revisionRoutes'
import type { Route } from './route'
import { schemaRoutes } from './schemas'
import { searchRoute } from './search'
import { settingsRoutes } from './settings'
import { sidebarRoutes } from './sidebars'
import type { PostType, SiteState, Taxonomy } from './siteState'
import { templateRoutes } from './templates'
import { termRoutes } from './terms'
import { themeRoutes } from './themes'
import { userRoutes } from './users'
import { widgetTypeRoutes } from './widgetTypeRoutes'
import { widgetRoutes } from './widgets'

/** Everything that a mock site answers. */
export function routesOf(site: SiteState): readonly Route[] {
  const routes = [
    ...schemaRoutes,
    ...settingsRoutes,
    ...userRoutes,
    ...commentRoutes,
    ...themeRoutes,
    ...globalStylesRoutes,
    ...pluginRoutes,
    ...sidebarRoutes,
    ...widgetRoutes,
    ...widgetTypeRoutes,
    ...patternRoutes,
    ...lookupRoutes(site),
    searchRoute(site),
    ...[...site.taxonomies.values()].flatMap((taxonomy) => routesOfTaxonomy(taxonomy, site)),
    ...[...site.postTypes.values()].flatMap((type) => routesOfType(type, site)),
  ]
  return [...routes, batchRoute(routes)]
}

function routesOfTaxonomy(taxonomy: Taxonomy, site: SiteState): readonly Route[] {
  return taxonomy.slug === 'nav_menu' ? menuRoutes(taxonomy, site) : termRoutes(taxonomy)
}

function routesOfType(type: PostType, site: SiteState): readonly Route[] {
  switch (type.slug) {
    case 'attachment':
      return [...mediaRoutes(type, site), mediaEditRoute(type)]
    case 'nav_menu_item':
      return menuItemRoutes
    case 'wp_template':
    case 'wp_template_part':
      return templateRoutes(type.slug)
    case 'wp_global_styles':
      return []
    case 'wp_navigation':
      return [...postRoutes(type, site), ...revisionRoutes(type), ...navigationRoutes(type)]
    default:
      return [...postRoutes(type, site), ...(type.supports.includes('editor') ? revisionRoutes(type) : [])]
  }
}
