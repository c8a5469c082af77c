import type { EntityConfig } from '../../config/entityConfig'
import { blockField, selectBlockServices, type ContentBlock } from '../../edits/blockCodec'
import { versionOfRecord } from '../../edits/basis'
import { rebasedEdits } from '../../edits/rebasedEdits'
import { isMerged, isTransient } from '../../edits/fields'
import type { Cells } from '../../core/cells'
import { basesOfCells, pickCells, valuesOfCells } from '../../edits/cells'
import { splitPath, valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { cellsOf } from '../../edits/log'
import { shownEdit, storedEdits, type StoredEdits } from '../../edits/storedEdits'
import { writesOf } from '../../saving/selectors'
import { editedOf, selectEditedView, type EditedView } from '../../edits/selectors'
import { selectEntityBlocks } from '../../blocks/selectors'
import type { EntityId } from '../../core/keys'
import { isEqual } from '../../core/isEqual'
import { filterFields, isRecord, own, type RecordData } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { baseFields } from '../document/seed'
import { createShownIds, type ShownIds } from './shownIds'
import { isPrivileged, withoutStoredDocument } from '../document/unsharedFields'

type Blocks = readonly ContentBlock[]

/** Stands for the text that an edit began with where nobody knows it: no text of anybody's, so that a save keeps both or asks. */
export const unknownText = '\ufffd'

/** The record in the store, field by field as a document holds it. */
export interface StoreRecord {
  /** The record with its edits; undefined while nothing is known of it. */
  readonly view: () => EditedView | undefined
  /** As the server has it. */
  readonly raw: () => RecordData | undefined
  /** What tells one version of it from another. */
  readonly base: () => RecordData
  /** Whether a field stays out of the document. */
  readonly isLeftOut: (field: string) => boolean
  /** The fields that people write inside of, so that they must be in the document from the start. */
  readonly seedFields: () => readonly string[]
  /** A field as it is edited; undefined where it can't be shared. */
  readonly value: (field: string) => unknown
  /** A field of a version of the record; blocks from its text. */
  readonly valueIn: (record: RecordData, field: string) => unknown
  /** What the server says of a field, or has said in another version: of blocks, their text. */
  readonly serverValue: (field: string, version?: RecordData) => unknown
  /** A value of a field as the server keeps it: of blocks, their text. */
  readonly keptAs: (field: string, value: unknown) => unknown
  /** The edit of a field as it is kept: of blocks, that of their text, and of merged fields, the edited entries. */
  readonly edit: (field: string) => unknown
  /** Whether a field has an edit. */
  readonly isEdited: (field: string) => boolean
  /** Whether what stands at a path is edited. */
  readonly isPathEdited: (path: FieldPath) => boolean
  /** What the server had of an edited field when it was edited first, or when that was noted last. */
  readonly basis: (field: string) => unknown
  /** The same as it is kept: of blocks, their text. */
  readonly keptBasis: (field: string) => unknown
  /** The fields whose edits are others than they were. */
  readonly editedSince: (row: StoredEdits | undefined) => readonly string[]
  /** What a save under way has sent of what is edited, by field as it is kept. */
  readonly sent: () => ReadonlyMap<string, unknown>
  /** The fields that the last save was refused for, until somebody has chosen; while a save is under way, those of before. */
  readonly inConflict: () => ReadonlySet<string>
  /** Whether an edit began with something else than the server has now. */
  readonly isBehind: (field: string) => boolean
  /** Whether an edit is behind the server, and a save of it will be compared with what that has. */
  readonly isUncompared: (field: string) => boolean
  /** A field of which this is kept. */
  readonly valueOf: (field: string, edit: unknown) => unknown
  /** Whether nobody knows what an edit began with. */
  readonly isUnbased: (field: string) => boolean
  /** Whether a field is not edited, and a save of it would be compared with what the server has. */
  readonly isCheckedLater: (field: string) => boolean
  /** Notes that the edits of fields have all in them that the server has of those now, or had in another version. */
  readonly rebase: (
    fields: readonly string[],
    version?: RecordData,
    isMeant?: (path: FieldPath) => boolean,
  ) => void
  /** The paths of edits that began with something else than the server has now. */
  readonly behind: () => readonly FieldPath[]
  /**
   * Keeps edits of shared fields based on what they were, whatever was read or answered meanwhile: only where the document
   * takes that in they go on to it, by `rebase`.
   */
  readonly keepBases: (isShared: (field: string) => boolean) => void
  /** Notes what an edit of colleagues was made on that is about to come in: not on what the server has now. */
  readonly expectBase: (path: FieldPath, base: unknown) => void
  /** Notes that the server has what was sent: what was edited since is based on it. */
  readonly answered: () => void
  /** By which ids its blocks are shown. */
  readonly shownIds: Pick<ShownIds, 'idOfShown' | 'shownId' | 'showsDocument'>
}

export function createStoreRecord(
  store: EntityStore,
  config: EntityConfig,
  id: EntityId | undefined,
): StoreRecord {
  const { kind, name } = config
  const text = blockField(config)
  let at: EntityState | undefined
  let current: EditedView | undefined
  let edited: RecordData | undefined
  /** The text that was made blocks of last, by the store where it could: of what is not edited since, they are the same objects. */
  let parsed: { readonly text: string; readonly blocks: unknown } | undefined

  /** The blocks as they were shown last. */
  let shown: Blocks | undefined
  const shownIds = createShownIds()

  // Of one state all fields are asked for.
  function view(): EditedView | undefined {
    const state = store.getState()
    if (state !== at) {
      at = state
      current = selectEditedView(state, kind, name, id)
      edited = undefined
    }
    return current
  }

  function editedRecord(): RecordData | undefined {
    const now = view()
    return (edited ??= now && editedOf(now))
  }

  /** Whether the blocks of the record stand for its text. */
  function hasBlocks(): boolean {
    return text !== undefined && selectBlockServices(store.getState()) !== undefined
  }

  let conflicts: ReadonlySet<string> = new Set()

  function inConflict(): ReadonlySet<string> {
    const state = store.getState()
    const writes = writesOf(state.saving, state, kind, name, id)
    if (writes.some(({ pending }) => pending)) return conflicts
    const names = writes.flatMap(({ conflict }) =>
      conflict?.reason === 'changed' ? Object.keys(conflict.fields) : [],
    )
    // An entry is named behind its field.
    const now = new Set(withBlocks(names.map((each) => each.replace(/\..*$/, ''))))
    if (!isEqual([...now], [...conflicts])) conflicts = now
    return conflicts
  }

  /** What the edit of a field is based on, as it is kept: of merged fields, that of the edited entries. */
  function basisAt(field: string): unknown {
    return own(basesOfCells(cellsOf(view()?.row)), written(field))
  }

  function isBehind(field: string): boolean {
    const before = basisAt(field)
    const server = raw()
    return before !== undefined && !isEqual(before, basisIn(server, written(field), before))
  }

  /** What a basis is in a version of the record: as far as that has it, of a merged field entry by entry. */
  function basisIn(version: RecordData | undefined, field: string, before: unknown): unknown {
    const now = own(version, field)
    if (now === undefined) return before
    if (!isMerged(config, field) || !isRecord(now) || !isRecord(before)) return now
    return { ...before, ...filterFields(now, (entry) => Object.hasOwn(before, entry)) }
  }

  /** What edits of shared fields are based on, by path. */
  const bases = new Map<FieldPath, unknown>()
  /** What those are to be based on that are about to come in, each with what the server has of it. */
  const expected = new Map<FieldPath, { readonly base: unknown; readonly server: unknown }>()

  function keepBases(isShared: (field: string) => boolean): void {
    const cells = cellsOf(view()?.row)
    const isKept = (path: FieldPath) => {
      const [field] = splitPath(path)
      return isShared(field) || (field === text && hasBlocks() && isShared('blocks'))
    }
    for (const path of bases.keys()) if (!own(cells, path) || !isKept(path)) bases.delete(path)
    for (const path of Object.keys(cells)) {
      if (bases.has(path) || !isKept(path)) continue
      const [server, known] = [valueAtPath(raw(), path), expected.get(path)]
      bases.set(path, known && isEqual(known.server, server) ? known.base : (cells[path]?.base ?? server))
      expected.delete(path)
    }
    rebaseTo((path) => bases.get(path))
  }

  function rebase(
    fields: readonly string[],
    record = raw(),
    isMeant: (path: FieldPath) => boolean = () => true,
  ): void {
    // As after most keys.
    if (fields.length === 0) return
    const meant = fields.map(written)
    const paths = Object.keys(cellsOf(view()?.row)).filter(
      (path) => meant.includes(splitPath(path)[0]) && isMeant(path),
    )
    for (const path of paths) bases.delete(path)
    rebaseTo((path) => (paths.includes(path) ? valueAtPath(record, path) : undefined), record)
  }

  function rebaseTo(valueAt: (path: FieldPath) => unknown, record?: RecordData): void {
    const { row, raw: server, received } = view() ?? {}
    if (row === undefined || !received) return
    const cells = cellsOf(row)
    const isChanged = (path: FieldPath) => {
      const now = valueAt(path)
      return now !== undefined && !isEqual(now, cells[path]?.base)
    }
    const paths = Object.keys(cells).filter(isChanged)
    if (paths.length === 0) return
    const changed = Object.fromEntries(paths.map((path) => [path, valueAt(path)]))
    const isCurrent = Object.entries(cells).every(([path, { base }]) => {
      const now = valueAtPath(server, path)
      const isKnown = own(server, splitPath(path)[0]) !== undefined
      return isKnown && (now === undefined || isEqual(own(changed, path) ?? base, now))
    })
    const { version: before, ...origin } = row.origin ?? {}
    const version = isCurrent ? versionOfRecord(received.record) : record === server ? before : undefined
    for (const action of rebasedEdits(view(), changed, { ...origin, ...(version && { version }) }))
      store.dispatch<StoreAction>(action)
  }

  const raw = () => view()?.raw
  const base = () => baseFields(config, raw() ?? {})
  /** The field of the record that a field of the document is kept in. */
  const written = (field: string) => (field === 'blocks' && hasBlocks() ? (text as string) : field)

  function isLeftOut(field: string): boolean {
    if (field === 'blocks') return false
    return (
      isTransient(config, field) ||
      field === config.key ||
      isPrivileged(config, field) ||
      (hasBlocks() && field === text)
    )
  }

  function value(field: string): unknown {
    if (field === 'blocks' && hasBlocks()) {
      try {
        const given = selectEntityBlocks(store.getState(), kind, name, id)
        const source = own(editedRecord(), text as string)
        // Blocks that were edited before their text was are no edit of it any more.
        const isOfText = shownEdit(view()?.row, 'blocks') !== given
        if (isOfText) shown ??= parsedBefore(source)
        const blocks = given && (isOfText ? shownIds.ofShown(given, shown) : shownIds.ofEdited(given))
        shown = blocks ?? shown
        if (typeof source === 'string') parsed = { text: source, blocks }
        return blocks
      } catch {
        return undefined
      }
    }
    const known = own(editedRecord(), field)
    return typeof known === 'function' ? undefined : withoutStoredDocument(config, field, known)
  }

  const isChecked = () => store.dispatch((dispatch, getState, { companions }) => companions.has('durability'))
  /** A field that is kept as it is shared. */
  const kept = (record: RecordData | undefined, field: string) =>
    withoutStoredDocument(config, field, own(record, field))
  const edit = (field: string) => kept(storedEdits(view()?.row), written(field))

  /** Fields, with the blocks where their text is among them. */
  function withBlocks(fields: readonly string[]): readonly string[] {
    return hasBlocks() && fields.includes(text as string) ? [...fields, 'blocks'] : fields
  }

  function blocksOf(source: string): unknown {
    if (parsed?.text !== source) {
      const blocks = parse(source)
      parsed = { text: source, blocks: blocks && shownIds.ofText(blocks, shown) }
    }
    return parsed.blocks
  }

  /** What an edited text was before, as blocks. */
  function parsedBefore(edited: unknown): Blocks | undefined {
    const saved = own(raw(), text as string)
    if (saved === edited || typeof saved !== 'string') return undefined
    return parse(saved)
  }

  function parse(source: string): Blocks | undefined {
    try {
      return selectBlockServices(store.getState())?.codec.parse(source)
    } catch {
      return undefined
    }
  }

  function valueIn(record: RecordData, field: string): unknown {
    if (field !== 'blocks' || !hasBlocks() || text === undefined) return kept(record, field)
    const source = own(record, text)
    // Where the edited blocks are still those of the text, they are them.
    if (record === raw() && source === own(editedRecord(), text)) return value('blocks')
    return typeof source === 'string' ? blocksOf(source) : undefined
  }

  /** What a save under way has sent of what is edited. */
  function sentCells(): Cells {
    const sending = view()?.row?.log?.filter(({ state }) => state === 'sending') ?? []
    const cells = Object.assign({}, ...sending.map(({ fields }) => fields)) as Cells
    return pickCells(cells, (path, { unseen }) => !unseen)
  }

  function valueOf(field: string, edit: unknown): unknown {
    return edit === undefined ? undefined : valueIn({ ...raw(), [written(field)]: edit }, field)
  }

  return {
    view,
    raw,
    base,
    isLeftOut,
    value,
    seedFields: () => {
      const fields = Object.keys(base()).filter((field) => !isLeftOut(field))
      return hasBlocks() && value('blocks') ? [...fields, 'blocks'] : fields
    },
    valueIn,
    serverValue: (field, version = raw()) => kept(version, written(field)),
    keptAs: (field, given) =>
      field === 'blocks' && Array.isArray(given)
        ? selectBlockServices(store.getState())?.codec.serialize(given as Blocks)
        : given,
    edit,
    // Blocks that were saved stay, but it is the text that counts: they are no edit without it.
    isEdited: (field) => edit(field) !== undefined,
    isPathEdited: (path) => own(cellsOf(view()?.row), path) !== undefined,
    valueOf,
    basis: (field) => valueOf(field, basisAt(field)),
    keptBasis: basisAt,
    editedSince: (row) => {
      const [before, now] = [storedEdits(row), storedEdits(view()?.row)]
      const given = Object.keys(now).filter((field) => before[field] !== now[field])
      const left = Object.keys(before).filter((field) => !Object.hasOwn(now, field))
      return withBlocks(left.length > 0 ? [...given, ...left] : given)
    },
    sent: () => {
      const values = valuesOfCells(sentCells())
      return new Map(withBlocks(Object.keys(values)).map((field) => [field, kept(values, written(field))]))
    },
    behind: () =>
      Object.entries(cellsOf(view()?.row)).flatMap(([path, { base }]) =>
        base === undefined || isEqual(base, valueAtPath(raw(), path)) ? [] : [path],
      ),
    keepBases,
    expectBase: (path, base) => void expected.set(path, { base, server: valueAtPath(raw(), path) }),
    answered: () => {
      for (const [path, { value: now }] of Object.entries(sentCells()))
        if (bases.has(path)) bases.set(path, now)
    },
    shownIds,
    inConflict,
    isBehind,
    isUncompared: (field) => edit(field) !== undefined && isBehind(field) && isChecked(),
    isUnbased: (field) => basisAt(field) === unknownText,
    isCheckedLater: (field) => edit(field) === undefined && isChecked(),
    rebase,
  }
}
