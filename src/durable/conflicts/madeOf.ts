import { isEqual } from '../../core/isEqual'
import { own, type RecordData } from '../../core/plain'
import { isSameSet } from '../merging/mergeValues'
import type { FieldKind } from './fieldKinds'

/** Whether two values of a field say the same. */
export function isSaid(kind: FieldKind, one: unknown, other: unknown): boolean {
  if (kind === 'set' && Array.isArray(one) && Array.isArray(other)) return isSameSet(one, other)
  return isEqual(one, other)
}

/** What WordPress makes of a status that is sent: by the date, and by what the user may. */
const statusesMadeOf: { readonly [status: string]: readonly string[] } = {
  publish: ['future', 'pending'],
  future: ['publish', 'pending'],
}

/** Whether a value of the server can be what it made of one that was sent: the same, tidied up, or made unique. */
export function isMadeOf(kind: FieldKind, property: string, sent: unknown, theirs: unknown): boolean {
  if (sent === undefined || isSaid(kind, sent, theirs)) return sent !== undefined
  if (typeof sent !== 'string' || typeof theirs !== 'string') return false
  if (property === 'status') return statusesMadeOf[sent]?.includes(theirs) ?? false
  if (property === 'slug') return isSlugOf(sent, theirs)
  return decoded(sent.trim()) === decoded(theirs.trim())
}

/** Whether a slug can be what was made of a text: in small letters without accents, words joined, with a number behind. */
function isSlugOf(sent: string, theirs: string): boolean {
  const [wanted, given] = [plainWords(sent), plainWords(theirs)]
  return wanted !== '' && (given === wanted || given.replace(/-\d+$/, '') === wanted)
}

function plainWords(text: string): string {
  let readable = text
  try {
    readable = decodeURIComponent(text)
  } catch {
    // A percent sign that is one.
  }
  const letters = readable.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
}

const characters: { readonly [entity: string]: string } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#039': "'",
}

/** A text without the entities that WordPress makes of characters, as in names of terms. */
function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#039);/g, (entity, name: string) => characters[name] ?? entity)
}

const drafts = ['draft', 'auto-draft', 'pending']

/**
 * Whether a date has only gone along with a change of a draft, as it does until the draft is published: nobody wrote
 * to it. It may be a write of one's own that published it and was not answered.
 */
export function isFloating(theirs: RecordData, property: string, unanswered: readonly RecordData[]): boolean {
  if (property !== 'date' && property !== 'date_gmt') return false
  const hasOwnStatus = unanswered.some((sent) => isMadeOf('scalar', 'status', sent.status, theirs.status))
  if (!hasOwnStatus && !drafts.includes(String(theirs.status))) return false
  return own(theirs, property) === own(theirs, property.replace('date', 'modified'))
}
