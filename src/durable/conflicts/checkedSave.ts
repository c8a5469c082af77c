import { isOfWordPress } from '../../config/defineServer'
import type { EntityConfig } from '../../config/entityConfig'
import { isEqual } from '../../core/isEqual'
import type { RecordKey } from '../../core/keys'
import { filterFields, isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import { batched, type StoreAction } from '../../core/thunk'
import type { EndedWrite, SendWrite, WriteIntent } from '../../core/writeGate'
import { editsSent } from '../../edits/actions'
import { withoutUnchanged } from '../../edits/applyEdits'
import { versionOfRecord } from '../../edits/basis'
import { isMerged, rawRecord } from '../../edits/fields'
import { selectEditedView } from '../../edits/selectors'
import { recordsReceived } from '../../entities/actions'
import { receivedRecords } from '../../entities/parseRecords'
import { selectKnownRecord } from '../../entities/selectors'
import { writeSettled } from '../../saving/actions'
import { isRefusal } from '../../saving/settleEdits'
import type { DurableContext } from '../capability'
import { makeCheckRounds } from './checkRounds'
import { compareFields, type ComparedField, type Comparison } from './compareFields'
import { targetOf, type CheckedSave } from './checked'
import { findOvertaken } from './overtaken'
import { comparedPart, type Theirs } from './readTheirs'
import { rebase, rebaseDrift, withUnanswered, withoutUnanswered } from './rebase'
import { conflictOf, SaveConflictError } from './saveConflict'
import { showMerged } from './showMerged'

/** Loaded with the first text that both sides changed. */
const mergeText: Comparison['mergeText'] = async (base, mine, theirs) => {
  const [{ mergeText: merge }, { diffArrays }] = await Promise.all([
    import('../merging/mergeText'),
    import('diff'),
  ])
  return merge(base, mine, theirs, diffArrays)
}

/** Saves that are compared with what the server has, before they leave. */
export function makeCheckedSaves({ store, services, report }: DurableContext) {
  const rounds = makeCheckRounds(services)
  const unchecked = new Set<string>()
  const { dispatch, getState } = store

  /** Checks a save, sends what is left of it, and looks whether somebody was faster. */
  async function save(checked: CheckedSave, send: SendWrite): Promise<EndedWrite> {
    const { intent } = checked
    let ready: Awaited<ReturnType<typeof prepare>>
    try {
      ready = await prepare(checked)
    } catch (error) {
      // Nothing has left: what the server has is known as well as before.
      dispatch(editsSent({ ...targetOf(intent), key: checked.key }, []))
      throw error
    }
    if (ready === undefined) return sendTracked(checked, send, intent.fields)
    const { fields, theirs, compared } = ready
    if (isEmpty(fields) && intent.what === 'update') return nothingToSend(intent, compared)
    const ended = await sendTracked(checked, send, fields, theirs)
    const before = Object.fromEntries(compared.map((one) => [one.property, one.theirs ?? one.base]))
    return findOvertaken(services, checked, { version: theirs.version, before, sent: fields }, ended)
  }

  /** Sends a save as it is, and looks afterwards whether somebody else has written to the same fields before. */
  async function detect(checked: CheckedSave, send: SendWrite): Promise<EndedWrite> {
    const { basis, fields } = checked.intent
    const ended = await send()
    if (!basis?.version) return ended
    return findOvertaken(
      services,
      checked,
      { version: basis.version, before: basis.values, sent: fields },
      ended,
    )
  }

  /** Compares a save with the server; undefined where that may not be asked. */
  async function prepare(checked: CheckedSave) {
    const { intent, config, key } = checked
    const { entity, kind, name, id } = intent
    const before = selectEditedView(getState(), kind, name, id)
    const edits = before?.row?.values ?? {}
    const fields = [...new Set([...Object.keys(intent.fields), ...Object.keys(edits)])]
    const known = before?.received
    const knownVersion = known?.isComplete && !known.parts ? versionOfRecord(known.record) : undefined
    const found = await rounds.check({
      config,
      key,
      fields,
      version: isEmpty(intent.basis?.values ?? {}) ? knownVersion : intent.basis?.version,
    })
    if (intent.options.fetcher) await rounds.ended()
    intent.options.signal?.throwIfAborted()
    if (found === 'forbidden') {
      if (!unchecked.has(entity)) {
        unchecked.add(entity)
        report({
          code: 'unchecked_save',
          message: `(${kind}, ${name}) can't be read before a save, so that it is not seen what others have written meanwhile.`,
          kind,
          name,
          ...(id !== undefined && { key: id }),
        })
      }
      return undefined
    }
    const record = known?.record
    const raw = record && rawRecord(config.rawAttributes, record)
    const theirs = found === 'gone' ? {} : unwrapped(config, found.record)
    const basis = basisOf(intent, raw)
    const comparison: Comparison = {
      config,
      policy: checked.policy,
      record,
      mine: intent.fields,
      edits: intent.what === 'update' && !isEmpty(edits) ? edits : undefined,
      basis,
      unanswered: intent.basis?.unanswered,
      theirs,
      mergeText,
    }
    if (found === 'gone') {
      const lost = await compareFields(comparison)
      const all = lost.map(({ name: field, base, mine }) => [field, { base, mine, theirs: undefined }])
      throw new SaveConflictError(
        conflictOf(intent, config, record, { reason: 'gone', fields: Object.fromEntries(all) as never }),
      )
    }
    refuseTrashed(checked, found, record, basis)
    receive(checked, found, fields)
    const compared = await compareFields(comparison)
    refuseConflicts(checked, found, record, compared)
    await showMerged(store, checked, compared, mergeText, (all) =>
      refuseConflicts(checked, found, record, all),
    )
    act(rebase(getState(), intent, compared, theirs, found))
    const now = selectEditedView(getState(), kind, name, id)?.raw
    return { fields: fieldsToSend(checked, now, compared), theirs: found, compared }
  }

  /** Puts what the server has now in the store, where it is not known there. */
  function receive({ config, key, intent }: CheckedSave, theirs: Theirs, fields: readonly string[]): void {
    const { record, paths } = comparedPart(config, theirs, fields)
    const view = selectEditedView(getState(), intent.kind, intent.name, intent.id)
    const known = view?.received && rawRecord(config.rawAttributes, view.received.record)
    const raw = rawRecord(config.rawAttributes, record)
    if (Object.keys(raw).every((field) => isEqual(own(raw, field), own(known, field)))) return
    const received = { records: [record], keys: [key] }
    dispatch(
      recordsReceived(
        receivedRecords(config, received, {
          context: 'default',
          fields: paths,
          seq: theirs.seq,
          isRead: true,
        }),
      ),
    )
  }

  /** Sends it, and remembers what was sent until it is answered. */
  async function sendTracked(
    { intent, config }: CheckedSave,
    send: SendWrite,
    fields: RecordData,
    theirs?: Theirs,
  ): Promise<EndedWrite> {
    act(withUnanswered(getState(), intent, fields))
    try {
      const ended = await send({ fields })
      return {
        ...ended,
        makeResults: () => {
          const answer = isRecord(ended.body) ? unwrapped(config, ended.body) : undefined
          const drift = theirs && answer ? rebaseDrift(getState(), intent, fields, theirs, answer) : []
          return [...drift, ...ended.makeResults()]
        },
      }
    } catch (error) {
      if (isRefusal(error)) act(withoutUnanswered(getState(), intent, fields))
      throw error
    }
  }

  /** The server has all of it: the save is done. */
  function nothingToSend(intent: WriteIntent, compared: readonly ComparedField[]): EndedWrite {
    const { entity, key, kind, name, id } = intent
    return {
      answer: selectKnownRecord(getState(), entity, key as RecordKey),
      makeResults: () => {
        const view = selectEditedView(getState(), kind, name, id)
        const { uncertain } = view?.row ?? {}
        const isDone = (field: string, value: unknown) =>
          compared.some(
            ({ property, entry, theirs }) =>
              property === field && entry === undefined && isEqual(value, theirs),
          )
        const left = filterFields(view?.row?.values ?? {}, (field, value) => !isDone(field, value))
        const values = view ? withoutUnchanged({ ...view, row: { uncertain } }, left) : left
        return [writeSettled(targetOf(intent), { settled: { values } })]
      },
    }
  }

  function act(actions: readonly StoreAction[]): void {
    if (actions.length > 0) dispatch(batched(actions))
  }

  return { save, detect, ended: rounds.ended }
}

/** A record as it is compared. Of raw attributes only the raw text counts. */
export function unwrapped({ rawAttributes = [] }: EntityConfig, record: RecordData): RecordData {
  const raw = rawRecord(rawAttributes, record)
  return filterFields(raw, (field, value) => !(rawAttributes.includes(field) && isRecord(value)))
}

/** What a write is based on: of what was edited the basis, of the rest the record as it is known. */
function basisOf({ basis, fields }: WriteIntent, known: RecordData | undefined): RecordData {
  const values: Record<string, unknown> = {}
  for (const field of Object.keys(fields)) {
    const [edited, whole] = [own(basis?.values, field), own(known, field)]
    values[field] = isRecord(edited) && isRecord(whole) ? { ...whole, ...edited } : (edited ?? whole)
  }
  return values
}

/** Holds a save of a record that somebody put in the trash meanwhile, until it is chosen what shall become of it. */
function refuseTrashed(
  { intent, config }: CheckedSave,
  { record: theirs, version }: Theirs,
  known: RecordData | undefined,
  basis: RecordData,
): void {
  const before = own(basis, 'status') ?? own(known, 'status')
  if (theirs.status !== 'trash' || before === 'trash' || before === undefined) return
  const mine = own(intent.fields, 'status') ?? before
  throw new SaveConflictError(
    conflictOf(intent, config, known, {
      reason: 'trashed',
      fields: { status: { base: before, mine, theirs: 'trash' } },
      ...(version.modified !== undefined && { modified: version.modified }),
    }),
  )
}

function refuseConflicts(
  { intent, config }: CheckedSave,
  { version }: Theirs,
  known: RecordData | undefined,
  compared: readonly ComparedField[],
): void {
  const inConflict = compared.filter(({ outcome }) => outcome === 'conflict')
  if (inConflict.length === 0) return
  throw new SaveConflictError(
    conflictOf(intent, config, known, {
      reason: 'changed',
      fields: Object.assign({}, ...inConflict.map(({ conflicts }) => conflicts)) as never,
      merged: compared.filter(({ outcome }) => outcome === 'merged').map(({ name }) => name),
      ...(version.modified !== undefined && { modified: version.modified }),
    }),
  )
}

/** What is left to send: what the server does not have yet. */
function fieldsToSend(
  { intent, config }: CheckedSave,
  known: RecordData | undefined,
  compared: readonly ComparedField[],
): RecordData {
  const fields: Record<string, unknown> = {}
  const isAutosave = intent.what === 'autosave'
  for (const { property, entry, outcome, value } of compared) {
    const isLeft = outcome === 'mine' || outcome === 'merged'
    // A safety copy is one of the whole text.
    if (!isLeft && !isAutosave) continue
    if (entry === undefined) fields[property] = value
    else {
      // Another server than WordPress may take the object as it is sent.
      const isWhole = !isOfWordPress(config.baseURL) && isMerged(config, property)
      const others = isWhole ? own(known, property) : undefined
      fields[property] = { ...(others as object), ...(fields[property] as object), [entry]: value }
    }
  }
  return fields
}
