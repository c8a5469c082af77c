import { keyField } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import { recordKey, type RecordKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { filterFields, type RecordData } from '../../core/plain'
import type { PlannedSave } from '../../core/thunk'
import { selectDirtyEntityRecords } from '../../edits/dirtyRecords'
import { evaluateLazyEdits } from '../../edits/lazyEdit'
import { editedOf, editsOf, selectEditedView } from '../../edits/selectors'
import type { EntityState } from '../../store/rootReducer'
import { isMedia, shownOfFile } from '../../media/shownOfFile'
import { findLocalIds, refersTo } from './replaceIds'

/** A record to be saved, and what it refers to. */
interface Node {
  readonly save: PlannedSave
  readonly key: RecordKey | undefined
  readonly values: RecordData
  /** Drafts among the others that it refers to. */
  readonly needs: Set<string>
  /** Fields that refer to drafts which refer to it: they are saved afterwards. */
  readonly later: Set<string>
}

/**
 * The steps in which records are saved: what is referred to comes first, the site's settings last. A circle is cut at the
 * post that a file belongs to, else at a field of a record that has others to be made with, the one that was edited last;
 * it is saved afterwards. A draft of which nothing else is left is made with nothing yet.
 */
export function planSaves(
  state: EntityState,
  records: readonly PlannedSave[],
): readonly (readonly PlannedSave[])[] {
  const nodes = records.map((save) => nodeOf(state, save))
  const drafts = new Map(
    nodes.flatMap((node) => (isLocalId(node.key) ? [[String(node.key), node] as const] : [])),
  )
  for (const node of nodes) {
    for (const local of findLocalIds(node.values))
      if (drafts.has(local) && local !== node.key) node.needs.add(local)
    // A draft that refers to itself is a circle of one.
    if (isLocalId(node.key)) for (const field of fieldsTo(node, node)) node.later.add(field)
  }
  for (const node of nodes) cutCircles(node, drafts, [])
  const steps: PlannedSave[][] = []
  let waiting = nodes.filter(({ key }) => key !== undefined && key !== '')
  const settings = nodes.filter((node) => !waiting.includes(node))
  const done = new Set<string>()
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => [...needs].every((local) => done.has(local)))
    // What can't be reached is saved all the same, and refused by name.
    const step = ready.length > 0 ? ready : waiting
    steps.push(step.map(saveOf))
    for (const { key } of step) if (key) done.add(key)
    waiting = waiting.filter((node) => !step.includes(node))
  }
  const rest = nodes.filter(({ later }) => later.size > 0).map(({ save }) => save)
  if (rest.length > 0) steps.push(rest)
  return settings.length > 0 ? [...steps, settings.map(saveOf)] : steps
}

/** The drafts that a record refers to as it would be sent, and those that these refer to. */
export function draftsReferredTo(state: EntityState, record: PlannedSave): readonly PlannedSave[] {
  const drafts = new Map(
    selectDirtyEntityRecords(state).flatMap((one) =>
      isLocalId(one.key) ? [[String(one.key), one] as const] : [],
    ),
  )
  drafts.delete(String(recordKey(record.key)))
  const found: PlannedSave[] = []
  const all = [record]
  for (const by of all) {
    for (const local of findLocalIds(nodeOf(state, by).values)) {
      const draft = drafts.get(local)
      if (!draft) continue
      drafts.delete(local)
      found.push(draft)
      all.push(draft)
    }
  }
  return found
}

function nodeOf(state: EntityState, save: PlannedSave): Node {
  const { kind, name, key: id } = save
  const key = recordKey(id)
  const config = selectEntityConfig(state, kind, name)
  const ownField = config && keyField(config)
  // A file's address and type in this page name its draft, and are never sent.
  const isFile = isLocalId(key) && isMedia(save)
  const isSent = (field: string) => field !== ownField && !(isFile && shownOfFile.includes(field))
  const values = filterFields(editsAsSent(state, save), isSent)
  return { save, key, values, needs: new Set(), later: new Set() }
}

/** The edits of a record with what is computed when it is sent: a text made of blocks refers to the files in them. */
function editsAsSent(state: EntityState, { kind, name, key }: PlannedSave): RecordData {
  const view = selectEditedView(state, kind, name, key)
  const edits = (view && editsOf(view)) ?? {}
  try {
    return evaluateLazyEdits(edits, () => (view && editedOf(view)) ?? {})
  } catch {
    // What can't be computed fails the save of its record, and no other.
    return edits
  }
}

/** Leaves out, of each circle that a record is part of, the field that closes it. */
function cutCircles(node: Node, drafts: ReadonlyMap<string, Node>, trail: readonly Node[]): void {
  for (const local of [...node.needs]) {
    const needed = drafts.get(local)
    if (!needed) continue
    const path = [...trail, node]
    const start = path.indexOf(needed)
    if (start < 0) cutCircles(needed, drafts, path)
    else cut(path.slice(start))
  }
}

/** Of the records of a circle, each of which refers to the next: takes one reference out. */
function cut(circle: readonly Node[]): void {
  const links = circle.map((node, at) => ({ node, next: circle[(at + 1) % circle.length] as Node }))
  if (links.some(({ node, next }) => !node.needs.has(String(next.key)))) return
  const isOfFile = ({ node, next }: (typeof links)[number]) =>
    isMedia(node.save) && fieldsTo(node, next).every((field) => field === 'post' || field === 'parent')
  const leavesSome = ({ node, next }: (typeof links)[number]) => {
    const cutOff = new Set([...node.later, ...fieldsTo(node, next)])
    return Object.keys(node.values).some((field) => !cutOff.has(field))
  }
  const link = links.find(isOfFile) ?? links.filter(leavesSome).at(-1) ?? links.at(-1)
  if (!link) return
  const { node, next } = link
  for (const field of fieldsTo(node, next)) node.later.add(field)
  node.needs.delete(String(next.key))
}

function fieldsTo({ values }: Node, { key }: Node): readonly string[] {
  return Object.keys(values).filter((field) => refersTo(values[field], String(key)))
}

function saveOf({ save, values, later }: Node): PlannedSave {
  const fields = Object.keys(values).filter((field) => !later.has(field))
  const isOfItself = [...later].every((field) => refersTo(values[field], String(save.key)))
  // Made of nothing but references to itself, it is sent without them first.
  return later.size === 0 || (fields.length === 0 && isOfItself) ? save : { ...save, fields }
}
