import { isEqual } from '../../core/isEqual'
import { isRecord } from '../../core/plain'

interface Note {
  readonly id: string
  readonly content: unknown
}

/**
 * The list of footnotes that goes with a merged text: those whose marks are in it, in their order, of both sides.
 * @param text - The merged text, in which a mark says `data-fn="id"`.
 * @returns JSON, as the `footnotes` meta has it; undefined where a list can't be read, or both changed one note, each in
 * their way.
 */
export function mergeFootnotes(base: string, mine: string, theirs: string, text: string): string | undefined {
  const lists = [base, mine, theirs].map(readNotes)
  const [before, ours, others] = lists
  if (!before || !ours || !others) return undefined
  const ids = [...text.matchAll(/\bdata-fn="([^"]*)"/g)].map(([, id = '']) => id)
  const merged: Note[] = []
  for (const id of new Set(ids)) {
    const [was, one, other] = [before, ours, others].map((notes) => notes.find((note) => note.id === id))
    const isMine = one !== undefined && (other === undefined || isEqual(other, was))
    if (!isMine && one && other && !isEqual(one, was) && !isEqual(one, other)) return undefined
    const note = isMine ? one : (other ?? one ?? was)
    if (note) merged.push(note)
  }
  return merged.length === 0 ? '' : JSON.stringify(merged)
}

function readNotes(list: string): readonly Note[] | undefined {
  if (list === '') return []
  try {
    const notes: unknown = JSON.parse(list)
    return Array.isArray(notes) && notes.every(isNote) ? notes : undefined
  } catch {
    return undefined
  }
}

function isNote(note: unknown): note is Note {
  return isRecord(note) && typeof note.id === 'string'
}
