import type * as Yjs from 'yjs'
import type { ContentBlock } from '../../edits/blockCodec'
import type { SharedBlock, SharedList } from './sharedBlocks'

/** A list as it was read or written last. */
export interface ShownList {
  readonly shared: readonly SharedBlock[]
  readonly blocks: readonly ContentBlock[]
}

/** What the blocks of a document were in this store last, so that they keep their identities and ids. */
export interface BlockMemory {
  readonly shown: WeakMap<SharedBlock, ContentBlock>
  readonly lists: WeakMap<SharedList, ShownList>
  /** What others have changed since it was read, each with what they have changed in it: itself, or what it holds. */
  readonly changed: WeakMap<object, Set<unknown>>
  /** Those that were removed when they were looked at last. */
  readonly removed: WeakSet<SharedBlock>
  readonly byId: Map<string, SharedBlock>
  readonly keep: (shared: SharedBlock, block: ContentBlock) => ContentBlock
  /** Takes note of what others have changed. */
  readonly forget: (events: readonly Yjs.YEvent<Yjs.AbstractType<unknown>>[]) => void
}

export function createBlockMemory(Y: typeof Yjs): BlockMemory {
  const memory: BlockMemory = {
    shown: new WeakMap(),
    lists: new WeakMap(),
    changed: new WeakMap(),
    removed: new WeakSet(),
    byId: new Map(),
    keep: (shared, block) => {
      memory.shown.set(shared, block)
      memory.changed.delete(shared)
      memory.removed.delete(shared)
      if (block.clientId !== undefined) memory.byId.set(block.clientId, shared)
      return block
    },
    forget: (events) => {
      for (const { target } of events) {
        let inner: unknown = target
        for (let type: unknown = target; type instanceof Y.AbstractType; type = type.parent) {
          const inside = memory.changed.get(type) ?? new Set()
          memory.changed.set(type, inside.add(inner))
          inner = type
        }
      }
    },
  }
  return memory
}
