import type { ContentBlock } from '../../edits/blockCodec'
import { tokenize } from '../../core/textTokens'
import { hashOf } from '../document/hash'
import { textOf } from './alignBlocks'
import { concatParts, pickParts, type MergeKind } from './mergeValues'

/** The blocks and paragraphs of a value that is merged inside, in short. */
export function hashesOfParts(kind: MergeKind, value: unknown): readonly string[] {
  if (kind === 'blocks' && Array.isArray(value))
    return (value as ContentBlock[]).map((block) => hashOf({ value: [block.name, textOf(block)] }))
  const { tokens = [] } = (typeof value === 'string' ? tokenize(value) : undefined) ?? {}
  return tokens.map(({ text }) => hashOf({ value: text }))
}

/** Those blocks and paragraphs of a value that any of some others has, in the order of that value. */
export function partsAmong(kind: MergeKind, others: readonly unknown[], hashes: readonly string[]): unknown {
  const places = new Map<string, number>()
  const all = others.map((value) => hashesOfParts(kind, value))
  const parts = others.reduce((one, other) => concatParts(kind, one, other), undefined)
  all.flat().forEach((hash, at) => places.has(hash) || places.set(hash, at))
  return pickParts(
    kind,
    parts,
    hashes.flatMap((hash) => places.get(hash) ?? []),
  )
}
