import { typeTogether } from '../support/together.mjs'

export const workload = {
  title: 'typing with three collaborators, each key an update of its own (× of typing alone)',
  work: 'The same, but after each key it is made an update for the others and handed to the transport at once: what a person causes who types so slowly that there is one key in 30 ms.',
  unit: 'µs',
  sizes: [20_000],
  sizeIs: 'keys',
  target: 2,
  ratioTo: 'typing alone',
  needs: 'sync',
  run: (given) => typeTogether(given, true),
}
