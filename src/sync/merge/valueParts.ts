import type { ContentBlock } from '../../edits/blockCodec'
import { tokenize } from '../../core/textTokens'
import { hashOf } from '../document/hash'
import { textOf } from './alignBlocks'
import { filterParts, type MergeKind } from './mergeValues'

/** The blocks and paragraphs of a value that is merged inside, in short. */
export function hashesOfParts(kind: MergeKind, value: unknown): readonly string[] {
  if (kind === 'blocks' && Array.isArray(value))
    return (value as ContentBlock[]).map((block) => hashOf({ value: [block.name, textOf(block)] }))
  const { tokens = [] } = (typeof value === 'string' ? tokenize(value) : undefined) ?? {}
  return tokens.map(({ text }) => hashOf({ value: text }))
}

/** A value that is merged inside with those of its blocks and paragraphs alone that are meant. */
export function partsIn(kind: MergeKind, value: unknown, isMeant: (hash: string) => boolean): unknown {
  const hashes = hashesOfParts(kind, value)
  return filterParts(kind, value, (at) => isMeant(hashes[at] as string))
}
