import { togetherWorkload } from '../support/together.mjs'

export const workload = togetherWorkload(
  'typing with three collaborators, each key an update of its own (× of typing alone)',
  'The same, but after each key it is made an update for the others and handed to the transport at once: what a person causes who types so slowly that there is one key in 30 ms.',
  true,
)
