/** What `@wordpress/blocks` writes blocks with. */
export interface BlockSerializers {
  /** The text of blocks, with an empty line between two of them. */
  readonly serialize: (blocks: readonly object[]) => string
  /** The same for a whole post, where a single block may come to another text. */
  readonly __unstableSerializeAndClean: (blocks: readonly object[]) => string
}

/**
 * Makes a `__unstableSerializeAndClean` that writes each block once: the editor writes all blocks of a post at every key,
 * to count its words, though one of them has changed. A block is known by its object, which block editors replace when
 * anything in it changes. The texts are those of `@wordpress/blocks` itself.
 * @param versions - Gives values of which another is there when blocks may come to other texts: the registered block types,
 * say. All are written anew then.
 * @example
 * const serialize = serializeBlocksOnce(wp.blocks, () => [wp.blocks.getBlockTypes()])
 */
export function serializeBlocksOnce(
  { serialize, __unstableSerializeAndClean: serializeAndClean }: BlockSerializers,
  versions: () => readonly unknown[],
): (blocks: readonly object[]) => string {
  let texts = new WeakMap<object, string>()
  let known: readonly unknown[] = []

  function serialized(block: object): string {
    let text = texts.get(block)
    if (text === undefined) texts.set(block, (text = serialize([block])))
    return text
  }

  return (blocks) => {
    // A single block may be none at all, or a text from before there were blocks.
    if (!Array.isArray(blocks) || blocks.length < 2) return serializeAndClean(blocks)
    const current = versions()
    if (current.length !== known.length || current.some((version, at) => version !== known[at])) {
      texts = new WeakMap()
      known = current
    }
    return blocks.map(serialized).join('\n\n')
  }
}
