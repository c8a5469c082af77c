import type { Call, Endpoint, Route } from '../http/route'
import { demand } from '../site/siteState'

/** The patterns that theme and plugins bring, and their categories. */
export const patternRoutes: readonly Route[] = [
  {
    path: '/wp/v2/block-patterns/patterns',
    GET: { permit: mayView('patterns'), run: ({ site }) => site.patterns },
  },
  {
    path: '/wp/v2/block-patterns/categories',
    GET: { permit: mayView('pattern categories'), run: ({ site }) => site.patternCategories },
  },
]

function mayView(what: string): NonNullable<Endpoint['permit']> {
  return ({ user }: Call) => {
    demand(user, 'edit_posts', 'rest_cannot_view', `view the registered block ${what}`)
  }
}
