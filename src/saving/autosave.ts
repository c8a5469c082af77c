import { autosavedFields } from '../autosaves/autosavedFields'
import { autosavesAnswer } from '../autosaves/receiveAutosaves'
import { isOfWordPress } from '../config/defineServer'
import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { rawRecord } from '../edits/fields'
import { readRecord } from '../entities/parseRecords'
import { writeParameters } from '../entities/readParameters'
import { recordPath } from '../entities/recordPath'
import { buildPath } from '../rest/urls'
import { selectKnownRecord } from '../entities/selectors'
import { EntityStoreError, show } from '../core/errors'
import { addresses } from '../core/address'
import { entityKey, revisionsKey, type RecordKey } from '../core/keys'
import { readPath } from '../core/paths'
import { filterFields, own, type RecordData } from '../core/plain'
import type { StoreAction } from '../core/thunk'
import { partOf } from './readSaveAnswer'
import { autosaved } from './actions'
import { defineWrite, savingEvents, type Writing } from './defineWrite'
import { planSave, type SaveInput, type SavePlan } from './save'
import { selectTargetView } from './saveState'
import { settleEdits } from './settleEdits'
import { recordSaved } from './writeResults'
import type { StateWithSaving } from './reducer'

const isAutosaved = (field: string) => autosavedFields.includes(field)

interface AutosavePlan extends SavePlan {
  /** The record before. */
  readonly known: RecordData
  /** The record with all that is saved on it. */
  readonly shown: RecordData
}

/**
 * Sends what is being written as a safety copy: the record with the given fields on it. Where the server takes it as a
 * save (of the author's own draft) it counts as one; else it is kept as this author's autosave, and what was edited
 * stays edited.
 */
export const autosave = /* @__PURE__ */ defineWrite<SaveInput, AutosavePlan>({
  what: () => 'autosave',
  events: savingEvents,
  marks: { isAutosave: true },
  sendsEdits: true,
  // A safety copy is one of the whole.
  sendsWhole: true,
  plan(writing) {
    const planned = planSave(writing)
    if (!planned) return undefined
    const known = requireKnown(writing)
    const shown = { ...rawRecord(writing.config.rawAttributes, known), ...planned.fields }
    return { ...planned, known, shown, fields: filterFields(shown, isAutosaved) }
  },
  async send(writing, plan, { fields = plan.fields, headers }) {
    const { config, target, options, services } = writing
    const { fetcher = services.fetcher, signal, keepalive } = options
    const body = { ...fields, ...(plan.shown.status === 'auto-draft' && { status: 'draft' }) }
    const { data } = await fetcher({
      path: buildPath(recordPath(config, target.key), 'autosaves', writeParameters(config, undefined)),
      method: 'POST',
      data: body,
      ...(headers && { headers }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    })
    const answer = readRecord(config, data).records[0] as RecordData
    checkAutosave(config, plan.known, answer)
    const isSave = isSaveOf(config, plan.known, answer)
    return {
      answer,
      body: data,
      ...(isSave && { isPartial: true }),
      makeResults: () => (isSave ? savedBy(writing, plan, answer, body) : copiedBy(writing, answer)),
    }
  },
})

/**
 * The record of an autosave, which has to be known.
 * @throws EntityStoreError `invalid_option` for an entity without autosaves, `not_loaded`.
 */
function requireKnown({ config, target, getState }: Writing<StateWithSaving, SaveInput>): RecordData {
  const { kind, name, entity, key, id } = target
  const type = selectKnownRecord(getState(), entityKey('root', 'postType'), name as RecordKey)
  if (isKeyless(config) || (type?.supports && !readPath(type, 'supports.autosave').value))
    throw new EntityStoreError('invalid_option', `(${kind}, ${name}) has no autosaves.`)
  const known = key && selectKnownRecord(getState(), entity, key)
  if (known) return known
  throw new EntityStoreError(
    'not_loaded',
    `Record ${show(id)} of (${kind}, ${name}) is not loaded. Read it with fetchEntityRecord before it is autosaved.`,
  )
}

/** Whether the server has taken an autosave as a save: its answer is the record itself, and no copy beside it. */
function isSaveOf({ revisionKey = 'id' }: EntityConfig, known: RecordData, answer: RecordData): boolean {
  return own(answer, revisionKey) === own(known, revisionKey)
}

/** What the answer to an autosave comes to that is kept as a copy beside the record. */
function copiedBy(
  { target, services, getState }: Writing<StateWithSaving, SaveInput>,
  answer: RecordData,
): readonly StoreAction[] {
  const state = getState()
  const { name, entity } = target
  const key = target.key as RecordKey
  const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
  const settled = settleEdits(state, target, true, invalidatedSeq)
  const lookup = autosavesAnswer(state, name, key, answer, seq)
  const scopes = [addresses.lists(revisionsKey(entity, key))]
  return [autosaved(target, { settled, lookup, invalidates: { scopes, seq: invalidatedSeq } })]
}

/** What the answer to an autosave comes to that was taken as a save of the record. */
function savedBy(
  { config, target, services, getState }: Writing<StateWithSaving, SaveInput>,
  { save }: AutosavePlan,
  answer: RecordData,
  body: RecordData,
): readonly StoreAction[] {
  const state = getState()
  const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
  const before = selectKnownRecord(state, target.entity, target.key as RecordKey)
  // Not all that was sent is taken: WordPress leaves out meta. So edits go by what the answer says.
  const record = partOf(save, filterFields(answer, isAutosaved), before, body)
  // The rest is as it was, unless nobody knows what a lost save did to it.
  const { log = [] } = selectTargetView(state, target)?.row ?? {}
  const isUncertain = log.some((mutation) => mutation.state === 'uncertain')
  const saved = readRecord(config, isUncertain ? record : { ...before, ...record })
  const fields = isUncertain ? Object.keys(record) : null
  return [recordSaved(config, target, saved, { invalidatedSeq, seq }, { fields })]
}

/**
 * Refuses an answer that is neither the record nor a copy of it.
 * @throws EntityStoreError `invalid_response`
 */
function checkAutosave(config: EntityConfig, known: RecordData, answer: RecordData): void {
  const field = config.revisionKey ?? 'id'
  const id = own(known, field)
  const { parent = isOfWordPress(config.baseURL) ? undefined : id } = answer
  if (id === undefined || own(answer, field) === id || String(parent) === String(id)) return
  throw new EntityStoreError(
    'invalid_response',
    `The autosave of record ${show(id)} of (${config.kind}, ${config.name}) was answered with ${show(answer)}, which is neither the record nor a copy of it.`,
  )
}
