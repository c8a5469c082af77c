import { serializeBlocksOnce, type BlockSerializers } from 'copydesk/wordpress-data/store'

/** `wp.blocks` as far as it is needed here. */
export interface Blocks extends BlockSerializers {
  readonly getBlockTypes: () => unknown
}

/** `wp.hooks` likewise. */
export interface Hooks {
  readonly addAction: (hook: string, namespace: string, callback: (hook: string) => void) => void
}

/** The page's library of blocks, and how to have it write every block every time again. */
export interface PageSerializer<Library> {
  readonly blocks: Library
  readonly switchOff: () => void
}

/**
 * A copy of `wp.blocks` that writes each block of a post once, and again when it has changed: core-data's hook has it
 * write all blocks at every key, to count the words. Blocks are written anew when block types are registered and when a
 * filter named `blocks.…` is added or removed. What a `save` function gives has to follow from the block alone, as
 * WordPress demands of it.
 */
export function createPageSerializer<Library extends Blocks>(
  blocks: Library,
  hooks: Hooks,
): PageSerializer<Library> {
  let filters = {}
  for (const change of ['hookAdded', 'hookRemoved'])
    hooks.addAction(change, 'copydesk/page-serializer', (hook) => {
      if (hook.startsWith('blocks.')) filters = {}
    })

  let isOn = true
  const serializeOnce = serializeBlocksOnce(blocks, () => [blocks.getBlockTypes(), filters])
  const serialize = (given: readonly object[]) =>
    isOn ? serializeOnce(given) : blocks.__unstableSerializeAndClean(given)
  // The names of the library can't be set anew: they are getters of a module.
  const copy = Object.defineProperties({} as Library, {
    ...Object.getOwnPropertyDescriptors(blocks),
    __unstableSerializeAndClean: { enumerable: true, value: serialize },
  })
  return { blocks: copy, switchOff: () => void (isOn = false) }
}
