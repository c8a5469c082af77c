import type { ContentBlock } from 'copydesk'
import { makeBlock, makeListLike, makeOrderedList, type TextKind } from './editableBlock'

const starts: readonly (readonly [RegExp, TextKind])[] = [
  [/^##$/, { name: 'core/heading', level: 2 }],
  [/^###$/, { name: 'core/heading', level: 3 }],
  [/^####$/, { name: 'core/heading', level: 4 }],
  [/^[-*]$/, { name: 'core/list' }],
  [/^1[.)]$/, { name: 'core/list', isOrdered: true }],
  [/^>$/, { name: 'core/quote' }],
  [/^```$/, { name: 'core/code' }],
]

/** The kind of block that a paragraph becomes whose text before the caret is this, when a space follows. */
export function blockStartIn(text: string): TextKind | undefined {
  return starts.find(([pattern]) => pattern.test(text))?.[1]
}

/** A block of that kind, with what stood behind the beginning. */
export function makeStarted({ name, level, isOrdered = false }: TextKind, content: string): ContentBlock {
  if (!isOrdered) return makeBlock(name, content, level)
  return makeListLike(makeOrderedList(), [makeBlock('core/list-item', content)])
}
