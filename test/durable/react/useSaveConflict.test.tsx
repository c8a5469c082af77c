import { waitFor } from '@testing-library/react'
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

describe('useSaveConflict, for a form that chooses', () => {
  async function inConflict() {
    const rig = await conflictStore()
    const shown: UseSaveConflictResult[] = []
    const Reader = () => {
      shown.push(useSaveConflict('postType', 'post', 1, { author: true }))
      return null
    }
    rig.edit(1, { title: 'Mine', excerpt: 'Mine' })
    await rig.elsewhere({ title: 'Theirs', excerpt: 'Theirs' })
    await rig.trySave()
    show(rig.store, <Reader />)
    const now = () => shown.at(-1) as UseSaveConflictResult
    return { ...rig, shown, now }
  }

  it('notes a choice for each field, and resolves them together', async () => {
    const { store, now, shown, onSite } = await inConflict()
    expect(now()).toMatchObject({ choices: {}, isChosen: false })
    await after(() => now().choose('title', 'mine'))
    expect(now()).toMatchObject({ choices: { title: 'mine' }, isChosen: false })
    await after(() => now().choose('excerpt', { value: 'Ours' }))
    expect(now()).toMatchObject({ isChosen: true, isConflict: true })
    await after(() => now().resolve())
    expect(now()).toMatchObject({ choices: {}, isChosen: false, isConflict: false })
    await after(() => store.dispatch(saveEditedEntityRecord('postType', 'post', 1)))
    expect(await onSite()).toMatchObject({ title: { raw: 'Mine' }, excerpt: { raw: 'Ours' } })
    expect(new Set(shown.flatMap(({ choose, resolve }) => [choose, resolve])).size).toBe(2)
  })

  it('asks again about a field that others have changed again, and keeps what was chosen of the rest', async () => {
    const { now, elsewhere, trySave } = await inConflict()
    await after(() => now().choose('title', 'mine'))
    await after(() => now().choose('excerpt', 'theirs'))
    await elsewhere({ title: 'Theirs, once more' })
    await after(() => trySave())
    expect(now()).toMatchObject({ choices: { excerpt: 'theirs' }, isChosen: false })
    expect(now().conflict?.fields.title?.theirs).toBe('Theirs, once more')
  })

  it('leaves alone what is not in conflict', async () => {
    const { now } = await inConflict()
    await after(() => now().choose('slug', 'mine'))
    expect(now().choices).toEqual({})
  })

  it('says who wrote the other version, where that is wanted', async () => {
    const { now } = await inConflict()
    await waitFor(() => expect(now().author).toMatchObject({ id: 2, name: 'bo' }))
    await after(() => now().resolve({ title: 'theirs', excerpt: 'theirs' }))
    expect(now().author).toBeUndefined()
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
