import { selectEntityConfig } from '../../config/selectors'
import { EntityStoreError } from '../../core/errors'
import type { Fetcher } from '../../core/fetchContract'
import type { RecordData } from '../../core/plain'
import type { StoreAction } from '../../core/thunk'
import type { EndedWrite, SendWrite, WriteIntent } from '../../core/writeGate'
import { editsSent } from '../../edits/actions'
import { makeCell, mapCells, pickCells } from '../../edits/cells'
import type { RecordSaved, SettledEdits } from '../../entities/actions'
import { sendFile } from '../../rest/sendFile'
import { writeSettled } from '../../saving/actions'
import { selectTargetView } from '../../saving/saveState'
import { isLastAnswer, settleEdits } from '../../saving/settleEdits'
import { writeAddress } from '../../saving/writes'
import type { EntityState } from '../../store/rootReducer'
import type { DurableContext } from '../capability'
import { SaveConflictError } from '../conflicts/saveConflict'
import { sentOf } from '../conflicts/sentOtherwise'
import { dispatchAll } from '../dispatchAll'
import type { Job } from './attempts'
import { verdictOf } from './classify'
import { createOnce } from './createOnce'
import { deleteOnce } from './deleteOnce'
import { TakenOver, UncertainCreate } from './delivering'
import { basedOnAnswer } from './elsewhere'
import { isBased, type StoredEntry } from './entry'
import { pathsOfOthers } from './sentEntry'
import { answeredHere } from './standings'
import { strayedOf } from './strayed'
import { mutationOf, targetOfEntry } from './targets'

/**
 * Sends the write of a job, and notes how it ended: what is tried again is no failure of the record.
 * @param onAnswer - Called before the store has the answer.
 */
export async function deliverJob(
  context: Pick<DurableContext, 'store' | 'services' | 'files' | 'features' | 'connection' | 'firstSentAt'>,
  intent: WriteIntent,
  send: SendWrite,
  job: Job,
  onAnswer: (entry: StoredEntry) => void,
): Promise<EndedWrite> {
  const { mayBeDone, claimed, sentAt } = job.entry
  if (mayBeDone || claimed !== undefined) context.firstSentAt.set(writeAddress(intent), sentAt)
  try {
    const ended = await deliver(context, intent, send, job)
    job.outcome = { ended }
    onAnswer(job.entry)
    return ended
  } catch (error) {
    job.outcome = { error }
    if (error instanceof TakenOver)
      return {
        makeResults: () => [writeSettled(targetOfEntry(job.entry), error.isDone ? {} : { queued: true })],
      }
    const isConflict = job.entry.what === 'update' && error instanceof SaveConflictError
    const isHeld = !(error instanceof UncertainCreate) && verdictOf(error, Date.now()).kind === 'held'
    // What was refused stands on the record: of a conflict once that is stored, as what is chosen then changes what waits.
    if (isHeld && !isConflict) {
      dispatchAll(context.store, stillQueued(context.store.getState(), job.entry))
      throw error
    }
    return { makeResults: () => [waitingOn(context, job.entry, error)] }
  }
}

/** That the edits of a save that was refused are still what it sends: an undo takes them out, and the next save its place. */
function stillQueued(state: EntityState, entry: StoredEntry): readonly StoreAction[] {
  const target = targetOfEntry(entry)
  const { key } = target
  const mutation = mutationOf(state, entry)
  const sent = sentOf(selectTargetView(state, target), mutation)
  return key !== undefined && sent ? [editsSent({ ...target, key, mutation }, sent, true)] : []
}

/** That a write waits on; of one in conflict, with what becomes of what has left of it. */
function waitingOn(
  { store: { getState }, services }: Pick<DurableContext, 'store' | 'services'>,
  entry: StoredEntry,
  error: unknown,
): StoreAction {
  const target = targetOfEntry(entry)
  const sent = { ...target, mutation: mutationOf(getState(), entry) }
  const settled: SettledEdits | undefined =
    error instanceof SaveConflictError
      ? settleEdits(getState(), sent, false, services.nextSeq())
      : { outcome: 'waiting', isAnswered: isLastAnswer(error) }
  return writeSettled(target, { queued: true, ...(settled && { settled }) })
}

/** Sends a queued write, so that it is done once however often it was tried. */
async function deliver(
  context: Pick<DurableContext, 'store' | 'services' | 'files' | 'features' | 'connection'>,
  intent: WriteIntent,
  send: SendWrite,
  delivery: Job,
): Promise<EndedWrite> {
  const { entry } = delivery
  const { getState } = context.store
  const config = selectEntityConfig(getState(), entry.kind, entry.name)
  if (config === undefined) return send()
  if (entry.what === 'update') {
    const { fields, log, origin } = entry
    const isOfOtherPage = !Object.keys(fields).some(delivery.isOfHere)
    const ended = await send({
      // Of a draft nobody knew what the server would make of it: this page may, by now.
      ...(isBased(entry)
        ? { fields, log, origin }
        : { fields: mapCells(fields, ({ value }, path) => makeCell(value, intent.fields[path]?.base)) }),
      ...(isOfOtherPage && { isOfOtherPage }),
    })
    const merged = pathsOfOthers(config, entry, ended.body, ended.sent)
    const makeResults = () => {
      const state = getState()
      const ofOthers = { ...entry, fields: pickCells(fields, (path) => !delivery.isOfHere(path)) }
      const before = [
        ...basedOnAnswer(state, ofOthers, ended.body, merged),
        ...strayedOf(state, config, entry, ended.body, true),
      ]
      if (!isOfOtherPage) return [...before, ...ended.makeResults()]
      const { sent, rebased } = answeredHere(state, entry, merged)
      // What it has saved may have come back into this page's edits meanwhile, under the name that it had.
      const mutation = mutationOf(state, entry)
      return [...rebased, ...before, ...ended.makeResults().map((action) => answerTo(action, mutation, sent))]
    }
    return { ...ended, makeResults }
  }
  const delivering = { context, config, intent, delivery }
  if (entry.what === 'delete') return deleteOnce(delivering, send)
  return createOnce(delivering, entry.file === undefined ? send : withFile(context, entry.file, send))
}

/** The answer to a save of another page, in which of the edits here only some were sent. */
function answerTo<Action extends StoreAction>(action: Action, mutation: string, sent: RecordData): Action {
  const { target, received } = action as Partial<RecordSaved>
  return {
    ...action,
    ...(target && { target: { ...target, mutation } }),
    ...(received?.sent && { received: { ...received, sent } }),
  }
}

/** Sends a write with the file that is kept for it. */
function withFile(
  { files, services }: Pick<DurableContext, 'services' | 'files'>,
  name: string,
  send: SendWrite,
): SendWrite {
  return async (changed) => {
    const kept = await files.find(name)
    if (kept) {
      const fetcher: Fetcher = (request) => sendFile(services.fetcher, request, kept.file, kept.fileName)
      return send({ ...changed, fetcher })
    }
    throw new EntityStoreError(
      'invalid_record',
      'The file of this upload is not on this device any more. Discard it, and choose the file again.',
    )
  }
}
