import { EntityStoreError, show } from '../../core/errors'
import type { DurableContext } from '../capability'
import { draftAction, planDraft } from '../../store/drafts'
import { withCurrentReferences } from '../locals/currentReferences'
import { cellsFrom, valuesOfCells } from '../../edits/cells'
import { cellsOf } from '../../edits/log'
import { mergedIn } from '../mergedIn'
import { isMedia } from '../../media/shownOfFile'
import type { Connection } from '../storage/connection'
import { editsText } from './editsRows'
import type { JournalWriter } from './journalWriter'
import { nameOf, type KeptEdits } from './keptEdits'
import type { FoundEdits, Remains } from './remains'
import { rowKeys, writeText, type SessionValue } from './rows'
import { swapRows } from './swapRows'
import { releaseRemains } from './releaseRemains'

interface AsDraftOptions {
  readonly context: DurableContext
  readonly connection: Connection
  readonly writer: JournalWriter
  readonly remains: readonly Remains[]
  readonly item: FoundEdits
}

/**
 * Makes a draft of recovered edits: in the storage by one transaction, in which the draft takes their place, then in the
 * store. Where it can't be written nothing is made, and they stay where they are.
 * @returns Whether it was done; false where somebody else was first, and all is to be looked at again.
 */
export async function restoreAsDraft(options: AsDraftOptions): Promise<boolean> {
  const { context, connection, writer, remains, item } = options
  const { store, settings, files } = context
  const state = store.getState()
  const { kind, name, title, editedAt } = item.kept
  if (isMedia(item.kept)) {
    throw new EntityStoreError(
      'invalid_record',
      `The file ${show(title)} is gone from the server and is not on this device, so nothing can be made of its edits. Upload it again: recovered() has the values.`,
    )
  }
  const values = withCurrentReferences(files, state, valuesOfCells(cellsOf(item.kept)))
  const plan = planDraft(state, kind, name)
  // What can't be made is known before anything is written.
  draftAction(state, plan, values)
  const { id, entity, key, field, local } = plan
  const seq = writer.nextSeq()
  const row: KeptEdits = {
    ...{ entity, key, kind, name, id, local, title, editedAt, seq },
    fields: cellsFrom({ ...values, [field]: id }, undefined, mergedIn(state, item.kept)),
    since: state.edits.lastSince + 1,
  }
  const { expected, edits, undo, sessions } = releaseRemains(remains, [item], new Map())
  edits.set(rowKeys.record(writer.session, nameOf(row)), editsText(writer.session, [row]))
  const session: SessionValue = { session: writer.session, seenAt: Date.now() }
  const writes = {
    edits,
    undo,
    sessions: new Map([...sessions, [rowKeys.session(writer.session), writeText(session)] as const]),
  }
  if (!(await swapRows(connection, { expected, writes }, settings.seal))) return false
  store.dispatch(draftAction(store.getState(), plan, values))
  writer.tookOver([row], new Map(), store.getState())
  return true
}
