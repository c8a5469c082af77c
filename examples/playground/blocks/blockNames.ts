import type { ContentBlock } from 'copydesk'
import {
  Code,
  Columns2,
  Group,
  Heading2,
  Heading3,
  Heading4,
  Image,
  List,
  Minus,
  Pilcrow,
  Quote,
  type LucideIcon,
} from 'lucide-react'
import { levelOf, type ContainerName, type EditableName } from './editableBlock'

/** A kind of block that can be chosen. */
export interface BlockChoice<Name = EditableName> {
  label: string
  icon: LucideIcon
  name: Name
  /** Of a heading. */
  level?: number
}

/** The kinds of blocks that a text can be. */
export const textChoices: readonly BlockChoice[] = [
  { label: 'Paragraph', icon: Pilcrow, name: 'core/paragraph' },
  { label: 'Heading 2', icon: Heading2, name: 'core/heading', level: 2 },
  { label: 'Heading 3', icon: Heading3, name: 'core/heading', level: 3 },
  { label: 'Heading 4', icon: Heading4, name: 'core/heading', level: 4 },
  { label: 'List', icon: List, name: 'core/list' },
  { label: 'Quote', icon: Quote, name: 'core/quote' },
  { label: 'Code', icon: Code, name: 'core/code' },
]

/** The kinds of blocks that can be added. */
export const addChoices: readonly BlockChoice<EditableName | ContainerName>[] = [
  ...textChoices
    .filter(({ level }) => level === undefined || level === 2)
    .map((choice) => (choice.name === 'core/heading' ? { ...choice, label: 'Heading' } : choice)),
  { label: 'Image', icon: Image, name: 'core/image' },
  { label: 'Separator', icon: Minus, name: 'core/separator' },
  { label: 'Columns', icon: Columns2, name: 'core/columns' },
  { label: 'Group', icon: Group, name: 'core/group' },
]

/** What people call a block: "Heading 3", "Columns". */
export function blockLabel(block: ContentBlock): string {
  const known = choiceOf(block)
  if (known) return known.label
  const words = block.name.replace(/^.*\//, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The kind that a block is among those that can be chosen. */
export function choiceOf(block: ContentBlock): BlockChoice | undefined {
  return textChoices.find(
    ({ name, level }) => name === block.name && (level === undefined || level === levelOf(block)),
  )
}
