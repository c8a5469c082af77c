import { requireEntityConfig } from '../../config/loadEntityConfigs'
import { recordKey, type RecordKey } from '../../core/keys'
import { own } from '../../core/plain'
import { getRow } from '../../core/recordTable'
import type { LocalRecord } from '../../entities/localRecord'
import type { DurableContext } from '../capability'
import { readAgain } from '../conflicts/readTheirs'
import { readText } from '../journal/rows'
import { readAsAnswer } from '../readAsAnswer'
import type { Connection } from '../storage/connection'

/**
 * Lets drafts be the records that another page has made of them, as the rows say: this one may never have heard of it. What
 * is edited of them is compared with the record, which is read.
 */
export async function findMadeDrafts(
  { store, services }: Pick<DurableContext, 'store' | 'services'>,
  connection: Connection,
): Promise<void> {
  const { dispatch, getState } = store
  const draftOf = (local: string) => {
    const draft = own(getState().entities.aliases, local)
    return draft && draft.id === undefined ? getRow(getState().edits.records[draft.entity], local) : undefined
  }
  if (!Object.keys(getState().entities.aliases ?? {}).some(draftOf)) return
  const rows = await connection.transaction(['aliases'], 'read', (transaction) => transaction.rows('aliases'))
  for (const { key: local, value } of rows) {
    const known = typeof value === 'string' ? readText<LocalRecord>(value) : undefined
    const draft = draftOf(local)
    if (known?.id === undefined || !draft) continue
    const { kind, name, id } = draft
    const config = await dispatch(requireEntityConfig(kind, name))
    const made = await readAgain(services, config, recordKey(known.id) as RecordKey, {})
    if (made === 'gone' || !draftOf(local)) continue
    const target = { kind, name, entity: known.entity, key: local as RecordKey, id, isAutosave: false }
    dispatch(readAsAnswer({ store, services }, { ...target, config, fields: {} }, made))
  }
}
