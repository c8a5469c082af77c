// The pages that the stories in a browser use, before several parts need them at the same time.
import { buildPageWhereStale } from '../../examples/build.mjs'

for (const mode of ['development', 'production']) await buildPageWhereStale({ mode })
await buildPageWhereStale({ page: 'editor', mode: 'development' })
