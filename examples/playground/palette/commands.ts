import type { LucideIcon } from 'lucide-react'

/** Something that the palette leads to, or does. */
export interface Command {
  /** Tells it from all others. */
  key: string
  label: string
  /** What it is: "Screen", "Post". */
  sort: string
  icon: LucideIcon
  /** Keys that do the same: `Mod+Z`. */
  keys?: string
  run: () => unknown
}

/** The commands whose name has all words of a text, those that begin with it first. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(words.join(' ')) ? 0 : 1)
  return commands
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .sort((one, other) => rank(one) - rank(other))
}
