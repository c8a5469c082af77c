import { editEntityRecord, fetchEntityRecord, removeEntityRecords, selectDirtyEntityRecords } from 'copydesk'
import { EntityProvider, useEntityProp } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { post, refusal, type Rule } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const asked = 'context=edit&_fields=id,date,author,meta,title,excerpt,content'
const version = {
  id: 21,
  title: { raw: 'Before', rendered: '<b>Before</b>' },
  content: { raw: 'Old text' },
  meta: { a: 9 },
}

const site: Rule = ({ path }) => {
  if (path.includes('/revisions/21')) return version
  return path.includes('/revisions') ? refusal(404, 'no_revision') : post(path.includes('/2?') ? 2 : 1)
}

type Shown = readonly [value: unknown, setValue: (value: string) => void, fullValue: unknown]

/** What a component shows of a post below a provider of post 1 with a revision. */
async function shown(
  prop: 'title' | 'content' | 'slug',
  options: { id?: number | string; revisionId?: number } = {},
  rule = site,
) {
  const { store, log } = await siteStore(rule)
  const all: Shown[] = []
  const Prop = () => {
    all.push(useEntityProp('postType', 'post', prop, options.id))
    return null
  }
  const tree = (revisionId: number | undefined) => (
    <EntityProvider kind="postType" name="post" id={1} revisionId={revisionId}>
      <Prop />
    </EntityProvider>
  )
  const { rerender, unmount } = show(store, tree('revisionId' in options ? options.revisionId : 21))
  await after()
  return {
    store,
    log,
    all,
    last: () => all.at(-1) as Shown,
    turnTo: (revisionId: number | undefined) => after(() => rerender(tree(revisionId))),
    unmount,
  }
}

describe('A property below a provider with a revision', () => {
  it('comes from the revision: raw, and as the server told it', async () => {
    const { all, last, log } = await shown('title')
    expect([all[0]?.[0], all[0]?.[2]]).toEqual([undefined, undefined])
    expect([last()[0], last()[2]]).toEqual(['Before', { raw: 'Before', rendered: '<b>Before</b>' }])
    expect(log).toEqual([`GET /wp/v2/posts/1/revisions/21?${asked}`])
  })

  it('is unwrapped where only its raw text was asked for', async () => {
    const { last } = await shown('content')
    expect([last()[0], last()[2]]).toEqual(['Old text', { raw: 'Old text' }])
  })

  it('is undefined where the revision does not have it', async () => {
    const { last } = await shown('slug')
    expect([last()[0], last()[2]]).toEqual([undefined, undefined])
  })

  it('can’t be set', async () => {
    const { store, last } = await shown('title')
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await after(() => last()[1]('New'))
    expect(last()[0]).toBe('Before')
    expect(selectDirtyEntityRecords(store.getState())).toEqual([])
  })

  it('is the record’s for another record, and the revision’s for the same id as text', async () => {
    const other = await shown('title', { id: 2 })
    expect(other.last()[0]).toBe('Post 2')
    expect(other.log).toEqual(['GET /wp/v2/posts/2?context=edit'])
    const same = await shown('title', { id: '1' })
    expect(same.last()[0]).toBe('Before')
  })

  it('goes over to the record and its edits when the revision is left, and back', async () => {
    const { store, last, turnTo } = await shown('title')
    await turnTo(undefined)
    expect(last()[0]).toBe('Post 1')
    await after(() => last()[1]('Edited'))
    expect(last()[0]).toBe('Edited')
    await turnTo(21)
    expect(last()[0]).toBe('Before')
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Again' })))
    expect(last()[0]).toBe('Before')
  })

  it('is undefined while the revision is not known, never the record’s', async () => {
    const { last, turnTo } = await shown('title', { revisionId: 21 })
    await turnTo(99)
    expect(last()[0]).toBeUndefined()
  })

  it('is undefined once the record is removed, as its revisions are gone with it', async () => {
    let isGone = false
    const rule: Rule = (request) => (isGone ? refusal(404, 'rest_post_invalid_id') : site(request))
    const { store, last } = await shown('title', {}, rule)
    isGone = true
    await after(() => store.dispatch(removeEntityRecords('postType', 'post', 1)))
    expect([last()[0], last()[2]]).toEqual([undefined, undefined])
  })

  it('leaves no listener behind', async () => {
    const { store, unmount } = await shown('title')
    unmount()
    expect(store.listenerCount()).toBe(0)
  })
})
