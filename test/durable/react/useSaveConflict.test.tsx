import { saveEditedEntityRecord } from 'copydesk'
import { fetchConflictAuthor } from 'copydesk/durable'
import { useSaveConflict, type UseSaveConflictResult } from 'copydesk/durable/react'
import { describe, expect, it } from 'vitest'
import { after, show } from '../../support/screen'
import { conflictStore } from '../conflicts/conflictStores'

describe('useSaveConflict', () => {
  it('shows what a save was held for, and resolves it', async () => {
    const { store, edit, elsewhere, onSite } = await conflictStore()
    const shown: UseSaveConflictResult[] = []
    const Reader = () => {
      shown.push(useSaveConflict('postType', 'post', 1))
      return null
    }
    show(store, <Reader />)
    expect(shown.at(-1)).toMatchObject({ conflict: undefined, isConflict: false })
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    expect(shown.at(-1)).toMatchObject({
      isConflict: true,
      conflict: { fields: { title: { base: 'One', mine: 'Mine', theirs: 'Theirs' } } },
    })
    await after(() => shown.at(-1)?.resolve({ title: 'mine' }))
    expect(shown.at(-1)?.isConflict).toBe(false)
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    expect((await onSite()).title.raw).toBe('Mine')
  })

  it('renders again for conflicts only', async () => {
    const { store, edit } = await conflictStore()
    let renders = 0
    const Reader = () => {
      renders++
      useSaveConflict('postType', 'post', 1)
      return null
    }
    show(store, <Reader />)
    const before = renders
    for (const title of ['A', 'B', 'C']) await after(() => edit(1, { title }))
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    expect(renders).toBe(before)
  })
})

describe('fetchConflictAuthor', () => {
  it('says who wrote last, and nothing where there is no conflict', async () => {
    const { store, edit, elsewhere, trySave } = await conflictStore()
    const author = () => store.dispatch(fetchConflictAuthor('postType', 'post', 1))
    expect(await author()).toBeUndefined()
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await trySave()
    expect(await author()).toMatchObject({
      id: 2,
      name: 'bo',
      at: expect.stringMatching(/^\d{4}-/) as string,
    })
  })

  it('is silent where the revisions may not be seen', async () => {
    const { store, edit, elsewhere, trySave, site } = await conflictStore()
    edit(1, { title: 'Mine' })
    await elsewhere({ title: 'Theirs' })
    await trySave()
    site.fail(/revisions/, { status: 403, code: 'rest_forbidden' })
    expect(await store.dispatch(fetchConflictAuthor('postType', 'post', 1))).toBeUndefined()
  })
})
