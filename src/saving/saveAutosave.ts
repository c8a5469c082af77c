import { autosavedFields } from '../autosaves/autosavedFields'
import { autosavesAnswer } from '../autosaves/receiveAutosaves'
import { isOfWordPress } from '../config/defineServer'
import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { rawRecord } from '../edits/fields'
import { selectEditedView } from '../edits/selectors'
import { readRecord } from '../entities/parseRecords'
import { writeParameters } from '../entities/readParameters'
import { recordPath } from '../entities/recordPath'
import { buildPath } from '../rest/urls'
import { selectKnownRecord } from '../entities/selectors'
import { EntityStoreError, show } from '../core/errors'
import { addresses } from '../core/address'
import { entityKey, revisionsKey, type RecordKey } from '../core/keys'
import { localDigits } from '../core/localId'
import { readPath } from '../core/paths'
import { filterFields, own, type RecordData } from '../core/plain'
import type { StoreAction, Thunk } from '../core/thunk'
import type { SendWrite } from '../core/writeGate'
import type { LocksSliceState } from '../locks/reducer'
import { partOf } from './readSaveAnswer'
import { autosaved } from './actions'
import { passGate } from './passGate'
import { keepComputed, prepareFields, sentFields } from './prepareFields'
import { runWrite } from './runWrite'
import type { Save, SaveState } from './saveState'
import { settleEdits } from './settleEdits'
import { withRecord, type WriteResult } from './writeOutcome'
import { recordSaved } from './writeResults'
import type { TurnOptions } from './writeLock'

const isAutosaved = (field: string) => autosavedFields.includes(field)

/**
 * Sends what is being written as a safety copy: the record with the given fields on it. Where the server takes it as a
 * save (of the author's own draft) it counts as one; else it is kept as this author's autosave, and what was edited
 * stays edited. The caller holds the record's lock.
 * @returns What it comes to, with what the server answered.
 */
export function autosave(
  given: Save,
  options: TurnOptions,
): Thunk<SaveState & LocksSliceState, Promise<WriteResult>> {
  return async (dispatch, getState, services) => {
    const save = { ...given, mutation: localDigits() }
    const { config, fields: _, ...target } = save
    const { kind, name, entity } = target
    const key = target.key as RecordKey
    const { fetcher = services.fetcher, signal, keepalive } = options
    let answered: RecordData | undefined
    const outcome = await dispatch(
      runWrite(target, options, () => {
        const type = selectKnownRecord(getState(), entityKey('root', 'postType'), name as RecordKey)
        if (isKeyless(config) || (type?.supports && !readPath(type, 'supports.autosave').value))
          throw new EntityStoreError('invalid_option', `(${kind}, ${name}) has no autosaves.`)
        const known = target.key && selectKnownRecord(getState(), entity, key)
        if (!known) {
          throw new EntityStoreError(
            'not_loaded',
            `Record ${show(target.id)} of (${kind}, ${name}) is not loaded. Read it with fetchEntityRecord before it is autosaved.`,
          )
        }
        const { fields: ready, computed } = prepareFields(getState(), save)
        const shown = { ...rawRecord(config.rawAttributes, known), ...ready }
        const sent = filterFields(shown, isAutosaved)
        const send: SendWrite = async ({ fields: chosen = sent, headers } = {}) => {
          const body = { ...chosen, ...(shown.status === 'auto-draft' && { status: 'draft' }) }
          const { data } = await fetcher({
            path: buildPath(recordPath(config, key), 'autosaves', writeParameters(config, undefined)),
            method: 'POST',
            data: body,
            ...(headers && { headers }),
            ...(signal && { signal }),
            ...(keepalive && { keepalive }),
          })
          const answer = readRecord(config, data).records[0] as RecordData
          checkAutosave(config, known, answer)
          return { answer, body: data, makeResults: () => resultsOf(answer, body) }
        }
        const resultsOf = (answer: RecordData, body: RecordData): readonly StoreAction[] => {
          const state = getState()
          const [invalidatedSeq, seq] = [services.nextSeq(), services.nextSeq()]
          const field = config.revisionKey ?? 'id'
          const isSave = own(answer, field) === own(known, field)
          if (!isSave) {
            const settled = settleEdits(state, target, true, invalidatedSeq)
            const lookup = autosavesAnswer(state, name, key, answer, seq)
            const scopes = [addresses.lists(revisionsKey(entity, key))]
            return [autosaved(target, { settled, lookup, invalidates: { scopes, seq: invalidatedSeq } })]
          }
          const before = selectKnownRecord(state, entity, key)
          // Not all that was sent is taken: WordPress leaves out meta. So edits go by what the answer says.
          const record = partOf(save, filterFields(answer, isAutosaved), before, body)
          // The rest is as it was, unless nobody knows what a lost save did to it.
          const { log = [] } = selectEditedView(state, kind, name, target.id)?.row ?? {}
          const isUncertain = log.some((mutation) => mutation.state === 'maybe')
          const saved = readRecord(config, isUncertain ? record : { ...before, ...record })
          const fields = isUncertain ? Object.keys(record) : null
          return [recordSaved(config, target, saved, { invalidatedSeq, seq }, { fields })]
        }
        const work = async () => {
          dispatch(keepComputed(save, computed))
          const write = { fields: sent }
          const { answer, makeResults } = await passGate(services, getState(), target, write, options, send)
          answered = answer as RecordData | undefined
          return makeResults
        }
        return { sent: sentFields(getState(), save, sent), work }
      }),
    )
    return withRecord(outcome, answered)
  }
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
