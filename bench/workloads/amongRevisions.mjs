import { check, timeEach } from '../measure.mjs'
import { openPosts } from '../support/edits.mjs'
import { postAt } from '../posts.mjs'

export const workload = {
  title: 'receiving a post among read revisions',
  work: 'Of that many other posts the revisions are known; then one post is received again and again, with another title each time.',
  unit: 'µs',
  sizes: [10, 1000, 5000],
  sizeIs: 'posts with revisions',
  expected: 0,
  isOwn: true,
  run: async (given) => {
    const { desk } = await openPosts({ ...given, size: 1000 })
    for (let at = 0; at < given.size; at++)
      desk.receiveRevision(100_000 + at, { ...postAt(at), id: 500_000 + at })
    const post = postAt(1)
    const { each, done } = timeEach(2000 * given.scale, given.budget, (i) =>
      desk.receiveOne({ ...post, title: { raw: `Told ${i}`, rendered: '' } }),
    )
    check(desk.byId(post.id).title.raw === `Told ${done - 1}`, 'the post is not as received')
    return { value: each * 1000 }
  },
}
