import { batchRoute } from './batch'
import { commentRoutes } from './comments'
import { mediaRoutes } from './mediaRoutes'
import { postRoutes } from './posts'
import { revisionRoutes } from './revisionRoutes'
import type { Route } from './route'
import { schemaRoutes } from './schemas'
import { searchRoute } from './search'
import { settingsRoutes } from './settings'
import type { SiteState } from './siteState'
import { termRoutes } from './terms'
import { userRoutes } from './users'

/** Everything that a mock site answers. */
export function routesOf(site: SiteState): readonly Route[] {
  const routes = [
    ...schemaRoutes,
    ...settingsRoutes,
    ...userRoutes,
    ...commentRoutes,
    searchRoute(site),
    ...[...site.taxonomies.values()].flatMap(termRoutes),
    ...[...site.postTypes.values()].flatMap((type) => [
      ...(type.slug === 'attachment' ? mediaRoutes(type, site) : postRoutes(type, site)),
      ...(type.supports.includes('editor') ? revisionRoutes(type) : []),
    ]),
  ]
  return [...routes, batchRoute(routes)]
}
