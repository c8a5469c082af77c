import { editEntityRecord, type EntityStore, receiveEntityRecords, selectEditedEntityRecord } from 'copydesk'
import { EntityProvider, useEntityProp } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

function shownTitle(store: EntityStore, options: { id?: number; provided?: number }) {
  const all: ReturnType<typeof useTitle>[] = []
  const useTitle = (id?: number) => useEntityProp('postType', 'post', 'title', id)
  const Title = () => {
    all.push(useTitle(options.id))
    return null
  }
  const { rerender } = show(
    store,
    <EntityProvider kind="postType" name="post" id={options.provided}>
      <Title />
    </EntityProvider>,
  )
  return { all, last: () => all.at(-1) as (typeof all)[number], rerender }
}

describe('useEntityProp', () => {
  it('gives undefined until the record is known, then the edited and the full value', async () => {
    const { store, log } = await siteStore(() => post(1))
    const { all, last } = shownTitle(store, { id: 1 })
    expect([all[0]?.[0], all[0]?.[2]]).toEqual([undefined, undefined])
    await after()
    expect(last()[0]).toBe('Post 1')
    expect(last()[2]).toEqual({ raw: 'Post 1', rendered: 'Post 1' })
    expect(log).toEqual(['GET /wp/v2/posts/1?context=edit'])
  })

  it('edits that property and no other, by a function that stays the same', async () => {
    const { store } = await siteStore(() => post(1))
    const { all, last } = shownTitle(store, { id: 1 })
    await after()
    await after(() => last()[1]('New'))
    expect(last()[0]).toBe('New')
    expect(last()[2]).toEqual({ raw: 'Post 1', rendered: 'Post 1' })
    expect(selectEditedEntityRecord(store.getState(), 'postType', 'post', 1)?.slug).toBe('post-1')
    expect(new Set(all.map(([, setValue]) => setValue)).size).toBe(1)
  })

  it('does not render again when another property is edited', async () => {
    const { store } = await siteStore(() => post(1))
    const { all } = shownTitle(store, { id: 1 })
    await after()
    const before = all.length
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'other' })))
    expect(all).toHaveLength(before)
  })

  it('is about the record of the nearest provider without an id, and about its own with one', async () => {
    const { store } = await siteStore()
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1), post(2)]))
    expect(shownTitle(store, { provided: 1 }).last()[0]).toBe('Post 1')
    expect(shownTitle(store, { provided: 1, id: 2 }).last()[0]).toBe('Post 2')
  })

  it('asks for nothing where there is neither id nor provider', async () => {
    const { store, log } = await siteStore()
    const { last } = shownTitle(store, {})
    await after()
    expect(last()[0]).toBeUndefined()
    expect(log).toEqual([])
  })

  it('does not take what every object inherits for a property', async () => {
    const { store } = await siteStore(() => post(1))
    let shown: unknown
    const Odd = () => {
      shown = useEntityProp('shop', 'order', 'constructor', 1)[0]
      return null
    }
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    const OddPost = () => {
      shown = (useEntityProp as (...given: unknown[]) => unknown[])('postType', 'post', 'toString', 1)[0]
      return null
    }
    show(store, <Odd />)
    await after()
    expect(shown).toBeUndefined()
    show(store, <OddPost />)
    await after()
    expect(shown).toBeUndefined()
  })
})
