import { splitPath } from '../../edits/fieldPath'
import { joinChanges, type UndoLevel } from '../../undo/changes'
import { flatLevels } from '../../undo/levels'
import { portableLevel } from '../../undo/portableHistory'
import type { StoredChange, StoredLevel } from '../../undo/storedLevel'
import type { EntityState } from '../../store/rootReducer'
import { recordName } from '../capability'
import type { DurabilitySettings } from '../options'
import { readText, rowKeys, writeText } from './rows'
import { areLevels, packLevels, unpackLevels, type KeptLevel } from './undoText'

/** Levels of the history that are done, and those that can be redone. */
export interface KeptHistory {
  /** Oldest first. */
  readonly levels: readonly UndoLevel[]
  /** How many of them are done. */
  readonly position: number
}

/** How many levels stand in one value: it is written again when one of them is another. */
const stretchLength = 32

interface HeadValue {
  readonly position: number
  /** What is being typed, as one level. */
  readonly staged: readonly KeptLevel[]
  /** Whether that belongs to the last level. */
  readonly joins: boolean
}

interface LevelsValue {
  readonly levels: readonly KeptLevel[]
  /** Of a history that was taken over from an earlier page: how many of them are done. */
  readonly position?: number
}

/** What is to be written of a history, by the keys of rows; undefined for one to be deleted. */
export type UndoWrites = Map<string, string | undefined>

/** Writes the undo history of a page: of its levels those that are others than before. */
export function makeUndoWriter(session: string, { undo, isKept }: DurabilitySettings) {
  /** The number of each level: later ones are greater. */
  const numbers = new WeakMap<StoredLevel, number>()
  const portable = new WeakMap<StoredLevel, StoredLevel>()
  let nextNumber = 1
  /** The levels of each stretch as they were written, with their size. */
  let written = new Map<number, { readonly levels: readonly StoredLevel[]; readonly size: number }>()
  let headText: string | undefined
  const inherited = new Set<string>()

  function portableOf(state: EntityState, level: StoredLevel): StoredLevel {
    const known = portable.get(level)
    if (known) return known
    const made = portableLevel(state, level).flatMap((record) => keptChange(record, isKept))
    portable.set(level, made)
    return made
  }

  /** What is to be written so that the history is kept as the state has it. */
  function collect(state: EntityState): UndoWrites {
    const { position, staged } = state.undo
    const levels = flatLevels(state.undo.levels)
    const first = Math.max(0, levels.length - undo.levels)
    const recent = levels.slice(first)
    const stretches = new Map<number, StoredLevel[]>()
    let last = 0
    for (const level of recent) {
      let number = numbers.get(level) ?? 0
      // Also where levels of an earlier page were put below those that had a number.
      if (number <= last) numbers.set(level, (number = nextNumber++))
      last = number
      const at = Math.floor(number / stretchLength)
      const stretch = stretches.get(at) ?? []
      stretches.set(at, stretch)
      stretch.push(level)
    }
    const writes: UndoWrites = new Map()
    const next: typeof written = new Map()
    let bytes = 0
    let dropped = first
    // The newest first: the oldest go where there is too much.
    for (const [at, stretch] of [...stretches].sort(([one], [other]) => other - one)) {
      const before = written.get(at)
      const isSame =
        before?.levels.length === stretch.length && before.levels.every((one, i) => one === stretch[i])
      const text = isSame ? undefined : levelsText(stretch.map((level) => portableOf(state, level)))
      const size = text?.length ?? before?.size ?? 0
      bytes += size
      if (bytes > undo.bytes) {
        dropped += stretch.length
        continue
      }
      next.set(at, { levels: stretch, size })
      if (text !== undefined) writes.set(rowKeys.undoStretch(session, at), text)
    }
    for (const at of written.keys())
      if (!next.has(at)) writes.set(rowKeys.undoStretch(session, at), undefined)
    written = next
    const head: HeadValue = {
      position: Math.max(0, position - dropped),
      staged: packLevels(staged.length > 0 ? [portableOf(state, staged)] : []),
      joins: state.undo.isOpen,
    }
    const text = writeText({ session, ...head })
    const isEmpty = next.size === 0 && staged.length === 0
    if (isEmpty ? headText !== undefined : text !== headText)
      writes.set(rowKeys.undoHead(session), isEmpty ? undefined : text)
    headText = isEmpty ? undefined : text
    for (const key of inherited) writes.set(key, undefined)
    inherited.clear()
    return writes
  }

  /** What is to be written so that nothing is kept. */
  function clear(): UndoWrites {
    const keys = [...written.keys()].map((at) => rowKeys.undoStretch(session, at))
    if (headText !== undefined) keys.push(rowKeys.undoHead(session))
    const writes: UndoWrites = new Map([...keys, ...inherited].map((key) => [key, undefined]))
    forget()
    inherited.clear()
    return writes
  }

  /** Nothing counts as written any more. */
  function forget(): void {
    written = new Map()
    headText = undefined
  }

  return {
    collect,
    clear,
    forget,
    /** A history of an earlier page stands under this key, until this page has written its own, which holds it. */
    inherit: (key: string) => void inherited.add(key),
  }
}

/** A history that is taken over from an earlier page, for one value. */
export function historyText({ levels, position }: KeptHistory): string {
  return writeText({ levels: packLevels(levels), position })
}

/** The history of a page from its rows. */
export function readKeptHistory(session: string, texts: ReadonlyMap<string, string>): KeptHistory {
  const levels: UndoLevel[] = []
  let inheritedDone = 0
  const keys = [...texts.keys()].sort()
  const read = <Value>(key: string) => readText<Value>(texts.get(key) ?? '')
  for (const key of keys.filter((one) => one.startsWith(rowKeys.undoInherited(session, 0).slice(0, -12)))) {
    const value = read<LevelsValue>(key)
    if (!areLevels(value?.levels)) continue
    inheritedDone = levels.length + (value?.position ?? 0)
    levels.push(...unpackLevels(value.levels))
  }
  const below = levels.length
  for (const key of keys.filter((one) => one.startsWith(rowKeys.undoStretch(session, 0).slice(0, -12)))) {
    const value = read<LevelsValue>(key)
    if (areLevels(value?.levels)) levels.push(...unpackLevels(value.levels))
  }
  const head = read<HeadValue>(rowKeys.undoHead(session))
  if (!head || !areLevels(head.staged)) {
    return below === levels.length ? { levels, position: inheritedDone } : { levels, position: levels.length }
  }
  const position = Math.min(below + head.position, levels.length)
  const [staged] = unpackLevels(head.staged)
  if (!staged) return { levels, position }
  const last = head.joins ? levels[position - 1] : undefined
  const done = levels.slice(0, last ? position - 1 : position)
  const joined = joinChanges(last ?? [], staged)
  const settled = joined.length > 0 ? [...done, joined] : done
  return { levels: settled, position: settled.length }
}

/** The history of some records; levels of which nothing is left go. */
export function historyOf({ levels, position }: KeptHistory, names: ReadonlySet<string>): KeptHistory {
  const filled = (some: readonly UndoLevel[]) =>
    some
      .map((level) => level.filter(({ entity, key }) => names.has(recordName(entity, key))))
      .filter((level) => level.length > 0)
  const done = filled(levels.slice(0, position))
  return { levels: [...done, ...filled(levels.slice(position))], position: done.length }
}

/** How many levels of a history each record has a part in, by its name. */
export function levelsByRecord({ levels }: KeptHistory): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const level of levels) {
    const names = new Set(level.map(({ entity, key }) => recordName(entity, key)))
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function levelsText(levels: readonly StoredLevel[]): string {
  return writeText({ levels: packLevels(levels) })
}

/** A change without what is not to be kept; none where nothing is left. */
function keptChange(record: StoredChange, isKept: DurabilitySettings['isKept']): StoredLevel {
  const { kind, name, changes } = record
  const kept = Object.entries(changes).filter(([path]) => {
    const [property, entry] = splitPath(path)
    return isKept(kind, name, property) && (entry === undefined || isKept(kind, name, `${property}.${entry}`))
  })
  return kept.length > 0 ? [{ ...record, changes: Object.fromEntries(kept) }] : []
}
