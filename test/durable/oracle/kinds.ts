import type { Exploration } from './explore'
import type { Rule } from './model/rules'

type Kind = Pick<Exploration, 'budget' | 'shape'>

const usual = { text: 3, undo: 1, read: 2, kill: 2, lose: 2, ben: 2, resolve: 1 }
const sent = { text: 3, undo: 2, lose: 2 }
const little = { text: 1, undo: 1, lose: 1 }

/** What may happen in the histories that are explored. */
export const kinds: { readonly [kind: string]: Kind } = {
  'texts, reads, deaths and lost answers': { budget: usual },
  'what is undone while it is sent': { budget: sent },
  titles: { budget: { ...usual, title: 3 } },
  'titles that others write too': { budget: { ...usual, title: 3, benTitle: 1 } },
  'a phone of the same person': { budget: { ...usual, title: 2 }, shape: { hasPhone: true } },
  'a server that refuses stale writes': {
    budget: { ...usual, title: 2 },
    shape: { hasPhone: true, hasGuard: true },
  },
  'new records': { budget: { ...usual, create: 2, benCreate: 1 } },
  'values that the server makes others of': { budget: { ...usual, slug: 3 } },
  'undo and redo': { budget: { ...usual, undo: 3, redo: 2, title: 2 } },
  'saves of some fields, and discarded edits': {
    budget: { ...usual, part: 2, discard: 1, title: 2, tags: 1 },
  },
  'several records': { budget: { ...usual, text: 4, title: 2 }, shape: { records: 2 } },
  lists: {
    budget: { ...usual, text: 1, create: 2, trash: 2, list: 3, benCreate: 1 },
    shape: { records: 2 },
  },
  'somebody else who signs in': { budget: { ...usual, sign: 2 } },
}

/** For each rule histories that it is there for, and a seed whose walks come to one early. */
export const needed: { readonly [R in Rule]: Kind & { readonly seed: number } } = {
  lock: { budget: sent, seed: 1 },
  mark: { budget: little, seed: 4 },
  look: { budget: { title: 3, lose: 2, kill: 1, ben: 1 }, seed: 3 },
  order: { budget: { text: 3, read: 3, ben: 2 }, seed: 3 },
  rebase: { budget: { text: 4, undo: 2 }, seed: 1 },
  settle: { budget: sent, seed: 1 },
  front: { budget: little, seed: 4 },
  chain: { budget: { title: 3, lose: 1, ben: 1 }, seed: 4 },
  own: { budget: { title: 3 }, seed: 2 },
  wait: { budget: { create: 2, lose: 2 }, seed: 2 },
  marker: { budget: { create: 1, benCreate: 1 }, seed: 1 },
  path: { budget: { title: 2, text: 1, benTitle: 1 }, seed: 1 },
  made: { budget: { slug: 3, undo: 1 }, seed: 1 },
  owner: { budget: { text: 2, sign: 2 }, seed: 1 },
  has: { budget: { trash: 2, create: 1, list: 2 }, shape: { records: 2 }, seed: 4 },
  gets: { budget: { create: 1, list: 1 }, seed: 1 },
  overlap: { budget: { trash: 1, list: 1 }, seed: 1 },
}
