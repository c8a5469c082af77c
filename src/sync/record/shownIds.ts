import type { ContentBlock } from '../../edits/blockCodec'
import { createLastingIds } from '../merge/lastingIds'

type Blocks = readonly ContentBlock[]

/**
 * The ids that blocks have in this store's part of a document. A codec gives others to the blocks of each text, and who edits
 * those gives them back.
 */
export interface ShownIds {
  /** Blocks that were made of a text, with ids of their own. */
  readonly ofText: (parsed: Blocks, last: Blocks | undefined) => Blocks
  /** The same of the text that is shown. */
  readonly ofShown: (parsed: Blocks, last: Blocks | undefined) => Blocks
  /** Blocks that were edited, which have the ids of the codec, with those that they have here. */
  readonly ofEdited: (edited: Blocks) => Blocks
  /** A block by the id that it has here, of one that is shown; and back. */
  readonly idOfShown: (clientId: string) => string
  readonly shownId: (clientId: string) => string
  /** Notes that blocks that are about to be shown are those of the document, with its ids. */
  readonly showsDocument: (blocks: unknown) => void
}

export function createShownIds(): ShownIds {
  const lastingIds = createLastingIds()
  const namedAs = new WeakMap<Blocks, Blocks>()
  /** The ids that blocks have here, by those that the codec gave them in the text that was shown last, and its blocks. */
  const names = new Map<string, string>()
  let namesOf: Blocks | undefined
  /** Blocks that have come from the document. */
  const ofDocument = new WeakSet<ContentBlock>()

  function once(blocks: Blocks, name: () => Blocks): Blocks {
    const known = namedAs.get(blocks) ?? name()
    namedAs.set(blocks, known)
    return known
  }

  const ofText = (parsed: Blocks, last: Blocks | undefined) =>
    once(parsed, () => (last ? lastingIds(parsed, last) : parsed))

  function withNames(blocks: Blocks): Blocks {
    const named = blocks.map((block) => {
      const clientId = names.get(block.clientId ?? '') ?? block.clientId
      const innerBlocks = withNames(block.innerBlocks)
      const isSame = clientId === block.clientId && innerBlocks === block.innerBlocks
      return isSame ? block : { ...block, clientId, innerBlocks }
    })
    return named.every((block, at) => block === blocks[at]) ? blocks : named
  }

  function noteNames(parsed: Blocks, known: Blocks): void {
    parsed.forEach(({ clientId, innerBlocks }, at) => {
      const other = known[at]
      if (clientId && other?.clientId && clientId !== other.clientId) names.set(clientId, other.clientId)
      if (other) noteNames(innerBlocks, other.innerBlocks)
    })
  }

  return {
    ofText,
    ofShown: (parsed, last) => {
      const known = ofText(parsed, last)
      if (parsed !== namesOf) {
        namesOf = parsed
        names.clear()
        noteNames(parsed, known)
      }
      return known
    },
    ofEdited: (edited) =>
      names.size === 0 || edited.some((block) => ofDocument.has(block))
        ? edited
        : once(edited, () => withNames(edited)),
    idOfShown: (clientId) => names.get(clientId) ?? clientId,
    shownId: (clientId) => [...names].find(([, known]) => known === clientId)?.[0] ?? clientId,
    showsDocument: (blocks) => {
      names.clear()
      namesOf = undefined
      if (Array.isArray(blocks)) for (const block of blocks as Blocks) ofDocument.add(block)
    },
  }
}
