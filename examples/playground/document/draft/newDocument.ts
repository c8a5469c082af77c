import {
  editEntityRecord,
  selectEditedEntityRecord,
  selectEntityBlocks,
  type ContentBlock,
  type EditsOf,
  type EntityId,
  type EntityState,
  type EntityStore,
} from 'copydesk'
import { createEntityRecord, selectDrafts, selectIsQueued } from 'copydesk/durable'
import { readField } from '../../readField'
import type { PostType } from '../../route'

/** What a new document is made of. */
export interface NewDocument {
  title: string
  blocks: readonly ContentBlock[]
}

/** A document that the site does not know yet: a record under a local id, made with the first thing that is written. */
export interface NewDocumentSource {
  /** Its id; undefined before anything is written. */
  id: (state: EntityState) => EntityId | undefined
  read: () => NewDocument
  /** @param typedInto what is typed into, where the change is one of many by key: a burst is one step of undo */
  change: (changes: Partial<NewDocument>, typedInto: string | undefined) => void
  /** Stays with what is shown now, whatever else is begun. */
  hold: () => void
}

/** @param given Which one; without it the newest that nobody has saved, else none yet. */
export function newDocumentIn(
  { dispatch, getState }: EntityStore,
  type: PostType,
  given: EntityId | undefined,
): NewDocumentSource {
  let held = given
  const idIn = (state: EntityState) => held ?? newestOf(state, type)

  return {
    id: idIn,
    read: () => documentIn(getState(), type, idIn(getState())),
    change(changes, typedInto) {
      const id = idIn(getState())
      const edits = changes as EditsOf<'postType', PostType>
      const options = { undoGroup: typedInto ?? false }
      if (id !== undefined && selectEditedEntityRecord(getState(), 'postType', type, id)) {
        dispatch(editEntityRecord('postType', type, id, edits, options))
      } else {
        const begun = { status: 'draft', ...edits } as EditsOf<'postType', PostType>
        held = dispatch(createEntityRecord('postType', type, begun, options))
      }
    },
    hold() {
      held = idIn(getState())
    },
  }
}

/** The newest document that is on the site neither yet nor soon. */
function newestOf(state: EntityState, type: PostType): EntityId | undefined {
  return selectDrafts(state, 'postType', type).find(({ id }) => !selectIsQueued(state, 'postType', type, id))
    ?.id
}

/** A new document as it is now; empty where there is none. */
function documentIn(state: EntityState, type: PostType, id: EntityId | undefined): NewDocument {
  const record = id === undefined ? undefined : selectEditedEntityRecord(state, 'postType', type, id)
  if (id === undefined || !record) return empty
  return {
    title: String(readField(record, 'title') ?? ''),
    blocks: selectEntityBlocks(state, 'postType', type, id) ?? empty.blocks,
  }
}

const empty: NewDocument = { title: '', blocks: [] }
