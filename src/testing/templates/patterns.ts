import { forbidden } from '../http/wpError'
import type { Call, Endpoint, Route } from '../http/route'
import { can } from '../site/siteState'

/** The patterns that theme and plugins bring, and their categories. */
export const patternRoutes: readonly Route[] = [
  {
    path: '/wp/v2/block-patterns/patterns',
    batch: false,
    GET: { permit: mayView('patterns'), run: ({ site }) => site.patterns },
  },
  {
    path: '/wp/v2/block-patterns/categories',
    batch: false,
    GET: { permit: mayView('pattern categories'), run: ({ site }) => site.patternCategories },
  },
]

function mayView(what: string): NonNullable<Endpoint['permit']> {
  return ({ user }: Call) => {
    if (can(user, 'edit_posts')) return
    const message = `Sorry, you are not allowed to view the registered block ${what}.`
    throw forbidden(user, 'rest_cannot_view', message)
  }
}
