import { isEqual } from '../../core/isEqual'
import { own } from '../../core/plain'
import { rawRecord } from '../../edits/fields'
import { selectEditedView } from '../../edits/selectors'
import { recordsReceived } from '../../entities/actions'
import { receivedRecords } from '../../entities/parseRecords'
import type { DurableContext } from '../capability'
import type { CheckedSave } from './checked'
import { comparedPart, type Theirs } from './readTheirs'

/**
 * Puts what the server has now in the store, where it is not known there. All of it, where that came: the next save goes by
 * the tag of that answer, and is compared with what is known.
 */
export function receiveTheirs(
  { dispatch, getState }: DurableContext['store'],
  { config, key, intent }: CheckedSave,
  theirs: Theirs,
  fields: readonly string[],
): void {
  const part = comparedPart(config, theirs, fields)
  const [record, paths] = theirs.isWhole ? [theirs.record, null] : [part.record, part.paths]
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
