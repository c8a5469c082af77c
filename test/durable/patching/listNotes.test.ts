import { describe, expect, it } from 'vitest'
import type { EntityKey, QueryKey, RecordKey } from '../../../src/core/keys'
import { makeListNotes } from '../../../src/durable/patching/listNotes'

const entity = 'postType/post' as EntityKey
const query = 'drafts' as QueryKey

describe('what is known of a list besides its rows', () => {
  it('goes with the list, but for that it is otherwise than writes make of it', () => {
    const notes = makeListNotes()
    notes.of(entity, query).answeredSeq = 3
    notes.forget(entity, [query])
    expect(notes.of(entity, query).answeredSeq).toBe(0)
    notes.of(entity, query).isWrong = true
    notes.of(entity, query).patched.set('1' as RecordKey, true)
    notes.forget(entity, [query])
    expect(notes.of(entity, query)).toMatchObject({ isWrong: true, patched: new Map() })
  })
})
