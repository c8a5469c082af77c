import type { ContentBlock } from 'copydesk'
import {
  AudioLines,
  Code,
  Columns2,
  File,
  Film,
  Group,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Images,
  List,
  ListOrdered,
  MessageSquareQuote,
  Minus,
  Pilcrow,
  PlaySquare,
  Quote,
  RectangleHorizontal,
  Table,
  WrapText,
  type LucideIcon,
} from 'lucide-react'
import { isOrdered, levelOf, makeBlock, type ContainerName, type TextKind } from './editableBlock'
import { makeStarted } from './blockStarts'
import { makeSourceKind, type SourceKind } from './sourceKinds'

/** A kind of block that can be chosen. */
export interface BlockChoice {
  label: string
  icon: LucideIcon
  /** Other words that people look for it by. */
  words?: string
  make: (content?: string) => ContentBlock
}

/** A kind of block that a text can be. */
export interface TextChoice extends BlockChoice, TextKind {}

function text(label: string, icon: LucideIcon, kind: TextKind, words = ''): TextChoice {
  return { label, icon, words, ...kind, make: (content = '') => makeStarted(kind, content) }
}

function container(
  label: string,
  icon: LucideIcon,
  name: ContainerName | 'core/image' | 'core/separator',
  words = '',
): BlockChoice {
  return { label, icon, words, make: () => makeBlock(name) }
}

function source(label: string, icon: LucideIcon, name: SourceKind, words = ''): BlockChoice {
  return { label, icon, words, make: () => makeSourceKind(name) }
}

/** The kinds of blocks that a text can be. */
export const textChoices: readonly TextChoice[] = [
  text('Paragraph', Pilcrow, { name: 'core/paragraph' }, 'text'),
  text('Heading 2', Heading2, { name: 'core/heading', level: 2 }, 'title'),
  text('Heading 3', Heading3, { name: 'core/heading', level: 3 }, 'subtitle'),
  text('Heading 4', Heading4, { name: 'core/heading', level: 4 }),
  text('List', List, { name: 'core/list' }, 'bullets'),
  text('Numbered list', ListOrdered, { name: 'core/list', isOrdered: true }, 'ordered'),
  text('Quote', Quote, { name: 'core/quote' }, 'citation'),
  text('Code', Code, { name: 'core/code' }),
]

/** The kinds of blocks that people add most. */
export const commonChoices: readonly BlockChoice[] = [
  ...textChoices.filter(({ level, isOrdered: hasNumbers }) => !hasNumbers && (level ?? 2) === 2).map(named),
  container('Image', Image, 'core/image', 'picture photo'),
  container('Separator', Minus, 'core/separator', 'line rule'),
  container('Columns', Columns2, 'core/columns'),
  container('Group', Group, 'core/group'),
]

/** The other kinds of blocks. */
export const furtherChoices: readonly BlockChoice[] = [
  ...textChoices.filter(({ level, isOrdered: hasNumbers }) => hasNumbers === true || (level ?? 2) > 2),
  source('Table', Table, 'core/table'),
  source('Buttons', RectangleHorizontal, 'core/buttons', 'link call to action'),
  source('Gallery', Images, 'core/gallery', 'pictures photos'),
  source('Embed', PlaySquare, 'core/embed', 'youtube video tweet address'),
  source('File', File, 'core/file', 'download pdf'),
  source('Audio', AudioLines, 'core/audio', 'sound podcast'),
  source('Video', Film, 'core/video', 'film movie'),
  source('Pullquote', MessageSquareQuote, 'core/pullquote', 'citation'),
  source('Verse', WrapText, 'core/verse', 'poem'),
]

/** All kinds of blocks that can be added. */
export const addChoices: readonly BlockChoice[] = [...commonChoices, ...furtherChoices]

function named(choice: TextChoice): BlockChoice {
  return choice.name === 'core/heading' ? { ...choice, label: 'Heading' } : choice
}

/** The choices that some typed words mean: those whose name begins with them first. */
export function choicesFor(typed: string): readonly BlockChoice[] {
  const words = typed.trim().toLowerCase()
  if (words === '') return addChoices
  const rank = ({ label, words: others = '' }: BlockChoice) => {
    const name = label.toLowerCase()
    if (name.startsWith(words)) return 0
    return ` ${name} ${others}`.includes(` ${words}`) ? 1 : 2
  }
  return addChoices.filter((choice) => rank(choice) < 2).sort((one, other) => rank(one) - rank(other))
}

const otherNames: Record<string, string> = { 'core/html': 'Custom HTML', 'core/more': 'Read more' }

/** What people call a block: "Heading 3", "Columns". */
export function blockLabel(block: ContentBlock): string {
  const known = choiceOf(block)?.label ?? otherNames[block.name]
  if (known !== undefined) return known
  const words = block.name.replace(/^.*\//, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The kind that a block is among those that a text can be. */
export function choiceOf(block: ContentBlock): TextChoice | undefined {
  return textChoices.find(
    ({ name, level, isOrdered: hasNumbers = false }) =>
      name === block.name &&
      (level === undefined || level === levelOf(block)) &&
      (name !== 'core/list' || hasNumbers === isOrdered(block)),
  )
}
