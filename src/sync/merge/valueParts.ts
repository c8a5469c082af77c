import type { ContentBlock } from '../../edits/blockCodec'
import { joinTokens, tokenize } from '../../core/textTokens'
import { hashOf } from '../document/hash'
import { textOf } from './alignBlocks'
import type { MergeKind } from './mergeValues'

/** The blocks and paragraphs of a value that is merged inside, in short. */
export function hashesOfParts(kind: MergeKind, value: unknown): readonly string[] {
  const all: string[] = []
  partsIn(kind, value, (hash) => all.push(hash) > 0)
  return all
}

/** A value that is merged inside with those of its blocks and paragraphs alone that are meant. */
export function partsIn(kind: MergeKind, value: unknown, isMeant: (hash: string) => boolean): unknown {
  if (kind === 'blocks' && Array.isArray(value))
    return (value as ContentBlock[]).filter((block) =>
      isMeant(hashOf({ value: [block.name, textOf(block)] })),
    )
  const { tokens = [], tail = '' } = (typeof value === 'string' ? tokenize(value) : undefined) ?? {}
  const left = tokens.filter(({ text }) => isMeant(hashOf({ value: text })))
  return joinTokens(left, left[0]?.isFirst ? left[0].gap : '', tail)
}
