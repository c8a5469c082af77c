import { isRecord } from '../../core/plain'
import type { Resolution } from '../conflicts/heldSaves'
import { has, isAbsentOr, isFlag, isId, isListOf, isMoment, isName, isText, type Check } from './checks'
import type { DoneEntry } from './outcomes'
import { isConflict, isEntry } from './readEntry'
import type { Written } from './recentWrites'

/** What the pages of an owner tell each other of the queue. */
export type Message =
  | { readonly queue: 'ping' | 'pong' | 'pause' | 'resume' | 'try' }
  /** `gone` are the ids of entries that wait no more: what their answers were is said before. */
  | { readonly queue: 'changed'; readonly gone?: readonly string[] }
  /** With the answer, which is kept nowhere: by a key alone each tab would ask for the record and all its lists (D16). */
  | { readonly queue: 'answered'; readonly done: DoneEntry }
  | { readonly queue: 'resolved'; readonly resolution: Resolution }
  /**
   * Asks what was written since the page began to read, which it could not hear of: a list that was read before counted as
   * fresh without it (`readBeforeItHears` of L9 in two tabs).
   */
  | { readonly queue: 'opened'; readonly page: string; readonly since: number }
  /** What may have been written, for all pages, or for the one that could not hear of it. */
  | { readonly queue: 'written'; readonly page?: string; readonly written: readonly Written[] }

const isDone: Check = (value) =>
  has(value, { entry: isEntry, isPartial: isAbsentOr(isFlag), merged: isAbsentOr(isListOf(isText)) })

const isWritten: Check = (value) => has(value, { entity: isName, key: isAbsentOr(isText) })

const isTarget: Check = (value) =>
  has(value, { kind: isName, name: isName, entity: isName, key: isAbsentOr(isText), id: isAbsentOr(isId) })

const isChoice: Check = (value) =>
  value === 'mine' || value === 'theirs' || (isRecord(value) && Object.hasOwn(value, 'value'))

const isResolution: Check = (value) =>
  has(value, { target: isTarget, conflict: isConflict, choices: isRecord, edited: isRecord }) &&
  Object.entries((value as Resolution).choices).every(
    ([field, choice]) => Object.hasOwn((value as Resolution).conflict.fields, field) && isChoice(choice),
  )

/** What the messages say besides their names. */
const parts: { readonly [Name in Message['queue']]: { readonly [field: string]: Check } } = {
  changed: { gone: isAbsentOr(isListOf(isText)) },
  ping: {},
  pong: {},
  pause: {},
  resume: {},
  try: {},
  answered: { done: isDone },
  resolved: { resolution: isResolution },
  opened: { page: isName, since: isMoment },
  written: { page: isAbsentOr(isName), written: isListOf(isWritten) },
}

/** A message of another page, which may be of a later release, or of somebody else's script; undefined for any other. */
export function readMessage(given: unknown): Message | undefined {
  const { queue } = Object(given) as { readonly queue?: unknown }
  if (typeof queue !== 'string' || !Object.hasOwn(parts, queue)) return undefined
  return has(given, parts[queue as Message['queue']]) ? (given as Message) : undefined
}
