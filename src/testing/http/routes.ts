import { batchRoute } from './batch'
import { durableRoute } from './durable'
import { commentRoutes } from '../comments/comments'
import { globalStylesRoutes } from '../styles/globalStyles'
import { lookupRoutes } from '../search/lookups'
import { mediaEditRoute } from '../media/mediaEdit'
import { mediaRoutes } from '../media/mediaRoutes'
import { menuItemRoutes } from '../menus/menuItems'
import { menuRoutes } from '../menus/menus'
import { navigationRoutes } from '../menus/navigation'
import { patternRoutes } from '../templates/patterns'
import { pluginRoutes } from '../settings/plugins'
import { postResource } from '../posts/posts'
import { resource } from './resource'
import { revisionRoutes } from '../posts/revisionRoutes'
import type { Route } from './route'
import { schemaRoutes } from './schemas'
import { searchRoute } from '../search/search'
import { settingsRoutes } from '../settings/settings'
import { sidebarRoutes } from '../widgets/sidebars'
import type { PostType, SiteState, Taxonomy } from '../site/siteState'
import { templateRoutes } from '../templates/templates'
import { termResource } from '../terms/terms'
import { themeRoutes } from '../styles/themes'
import { userRoutes } from '../users/users'
import { widgetTypeRoutes } from '../widgets/widgetTypeRoutes'
import { widgetRoutes } from '../widgets/widgets'

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
  return [...routes, ...(site.durable?.hasKeys ? [durableRoute] : []), batchRoute(routes)]
}

function routesOfTaxonomy(taxonomy: Taxonomy, site: SiteState): readonly Route[] {
  return taxonomy.slug === 'nav_menu' ? menuRoutes(taxonomy, site) : resource(termResource(taxonomy))
}

function routesOfType(type: PostType, site: SiteState): readonly Route[] {
  switch (type.slug) {
    case 'attachment':
      return [...mediaRoutes(type, site), mediaEditRoute(type, site)]
    case 'nav_menu_item':
      return menuItemRoutes(type, site)
    case 'wp_template':
    case 'wp_template_part':
      return templateRoutes(type.slug)
    case 'wp_global_styles':
      return []
    case 'wp_navigation':
      return [...resource(postResource(type, site)), ...revisionRoutes(type), ...navigationRoutes(type)]
    default:
      return [
        ...resource(postResource(type, site)),
        ...(type.supports.includes('editor') ? revisionRoutes(type) : []),
      ]
  }
}
