import { saveEntityRecord, selectEntityRecord, type PostStatus } from 'copydesk'
import { selectIsQueued } from 'copydesk/durable'
import { useEntityDispatch, useEntityStore } from 'copydesk/react'
import { errorText } from '../errorText'
import { useRemoval } from '../form/useRemoval'
import { goTo, type PostType } from '../route'
import { useNotify } from '../ui/Notices'
import { typeNoun } from '../typeNouns'

/** Takes a document out of the trash; without another status it is a draft then, as WordPress does it. */
export function useRestore(type: PostType): (id: number, status?: PostStatus) => Promise<void> {
  const dispatch = useEntityDispatch()
  const notify = useNotify()
  return async (id, status = 'draft') => {
    try {
      await dispatch(saveEntityRecord('postType', type, { id, status }, { throwOnError: true }))
      notify({
        topic: `trash ${type} ${id}`,
        text: `The ${typeNoun(type)} is restored.`,
        actions: [{ label: 'Open', onSelect: () => goTo(type, id) }],
      })
    } catch (error) {
      notify({ text: `The ${typeNoun(type)} was not restored. ${errorText(error)}`, tone: 'danger' })
    }
  }
}

/** Moves a document to the trash, and offers to take that back. Rejects with why it could not be moved. */
export function useTrash(type: PostType): (id: number) => Promise<void> {
  const { getState } = useEntityStore()
  const remove = useRemoval('postType', type)
  const restore = useRestore(type)
  const notify = useNotify()
  return async (id) => {
    const before = selectEntityRecord(getState(), 'postType', type, id)
    await remove(id, { what: `this ${typeNoun(type)}`, leave: () => goTo(type) })
    // Somebody else may have deleted it for good meanwhile.
    const isThere = selectEntityRecord(getState(), 'postType', type, id) !== undefined
    if (!isThere) return
    if (selectIsQueued(getState(), 'postType', type, id)) {
      notify({ text: `“${before?.title.raw || 'No title'}” goes to the trash once the site can be reached.` })
      return
    }
    notify({
      topic: `trash ${type} ${id}`,
      text: `“${before?.title.raw || 'No title'}” is in the trash.`,
      actions: [{ label: 'Undo', onSelect: () => restore(id, before?.status) }],
    })
  }
}
