import { fetchRegisteredPostMeta, selectRegisteredPostMeta, selectResolution } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { refusal } from '../support/fakeServer'
import { siteOf } from './siteOf'

const schema = (properties: unknown) => ({ schema: { properties: { meta: { properties } } } })

describe('the registered meta of a post type', () => {
  it('is read from the schema at its path, once', async () => {
    const { dispatch, state, sent } = siteOf(() => schema({ subtitle: { type: 'string' } }))
    const meta = await dispatch(fetchRegisteredPostMeta('book'))
    expect(meta).toEqual({ subtitle: { type: 'string' } })
    expect(selectRegisteredPostMeta(state(), 'book')).toBe(meta)
    await dispatch(fetchRegisteredPostMeta('book'))
    expect(sent()).toEqual(['OPTIONS /library/v1/books/?context=edit'])
  })

  it('is the same empty object while it is not known, and for a type without any', async () => {
    const { dispatch, state } = siteOf(() => ({ schema: { properties: {} } }))
    expect(selectRegisteredPostMeta(state(), 'book')).toEqual({})
    expect(selectRegisteredPostMeta(state(), 'book')).toBe(selectRegisteredPostMeta(state(), 'page'))
    expect(await dispatch(fetchRegisteredPostMeta('book'))).toEqual({})
  })

  it('that can’t be had is ignored, stands in the resolution and is asked for again', async () => {
    let isDown = true
    const { dispatch, state } = siteOf(() => (isDown ? refusal(500, 'down') : schema({ a: {} })))
    expect(await dispatch(fetchRegisteredPostMeta('book'))).toEqual({})
    expect(selectRegisteredPostMeta(state(), 'book')).toEqual({})
    expect(selectResolution(state(), 'fetchRegisteredPostMeta', 'book')).toMatchObject({
      status: 'error',
      error: { code: 'down' },
    })
    isDown = false
    expect(await dispatch(fetchRegisteredPostMeta('book'))).toEqual({ a: {} })
  })

  it.each(['nobody', '__proto__', 'constructor'])('of %s, whom nobody knows, is none', async (type) => {
    const { dispatch, state, sent } = siteOf(() => schema({ a: {} }))
    expect(await dispatch(fetchRegisteredPostMeta(type))).toEqual({})
    expect(selectRegisteredPostMeta(state(), type)).toEqual({})
    expect(sent()).toEqual([])
  })

  it('lets an abort through', async () => {
    const { dispatch } = siteOf()
    const controller = new AbortController()
    controller.abort()
    await expect(
      dispatch(fetchRegisteredPostMeta('book', { signal: controller.signal })),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })
})
