import {
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  type EntityState,
  type RecordReference,
} from 'copydesk'
import { selectDrafts, selectReferences } from 'copydesk/durable'
import { useEntityStore } from 'copydesk/react'
import { useAskAbout } from '../kept/ConflictContext'
import { readField } from '../readField'
import type { PostType } from '../route'

/** What a document may refer to before the site knows it. */
const referredTo = [
  ['taxonomy', undefined],
  ['postType', 'attachment'],
] as const

/**
 * Saves a document with what it refers to that the site does not know yet, such as a new category, which goes first. A
 * failure stands on the record, and what two people changed is asked about.
 */
export function useDocumentSave(type: PostType, id: number | string): () => Promise<void> {
  const { dispatch, getState } = useEntityStore()
  const askAbout = useAskAbout()
  return async () => {
    const own = { kind: 'postType', name: type, key: id }
    const before = newOnes(getState(), own)
    if (before.length > 0) await dispatch(saveDirtyEntityRecords({ only: [...before, own] }))
    else await dispatch(saveEditedEntityRecord('postType', type, id, { throwOnError: false }))
    askAbout([own])
  }
}

/** The records that are still to be made and that a record refers to. */
function newOnes(state: EntityState, record: RecordReference): readonly RecordReference[] {
  // What is written in blocks is text only when it is asked for.
  const text = String(
    readField(
      selectEditedEntityRecord<string, string>(state, record.kind, record.name, record.key),
      'content',
    ) ?? '',
  )
  return referredTo.flatMap(([kind, name]) => {
    const names = name === undefined ? taxonomiesIn(state) : [name]
    return names.flatMap((one) =>
      selectDrafts(state, kind, one)
        .filter(
          ({ id }) =>
            text.includes(String(id)) ||
            selectReferences(state, kind, one, id).some(
              (by) =>
                by.kind === record.kind && by.name === record.name && String(by.key) === String(record.key),
            ),
        )
        .map(({ id }) => ({ kind, name: one, key: id })),
    )
  })
}

function taxonomiesIn(state: EntityState): readonly string[] {
  return Object.values(state.config.entities)
    .filter(({ kind }) => kind === 'taxonomy')
    .map(({ name }) => name)
}
