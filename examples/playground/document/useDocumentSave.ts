import { saveDirtyEntityRecords, saveEditedEntityRecord } from 'copydesk'
import { useEntityStore } from 'copydesk/react'
import { useAskAbout } from '../kept/ConflictContext'
import type { PostType } from '../route'
import { newOnes } from './newOnes'

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
