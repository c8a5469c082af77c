import { togetherWorkload } from '../support/together.mjs'

export const workload = togetherWorkload(
  'typing with three collaborators (× of typing alone)',
  'Types that many keys into the content of one post, a character each, in ten rounds, as fast as the store takes them, while three other stores have the post open with their carets in it and write nothing. After each key the edited post and the list of edited posts are read. The keys of 30 ms go to the others in one update, as in use, and a round ends when the last update has been handed to the transport. What the others do with it, and a network, are not measured. In brackets the ratio to the same keys in a store without collaboration; of both the best round counts.',
  false,
)
