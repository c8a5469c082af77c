import {
  type DefaultTemplateQuery,
  fetchDefaultTemplateId,
  fetchEntityRecord,
  saveEntityRecord,
  selectDefaultTemplateId,
  selectEntityRecord,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { refusal, settle } from '../support/fakeServer'
import { siteOf } from './siteOf'

const home = {
  id: 'theme//home',
  type: 'wp_template',
  slug: 'home',
  title: { raw: 'Home', rendered: 'Home' },
  content: { raw: '<!-- wp:query /-->' },
}

describe('the default template', () => {
  it('is an id, kept after one request', async () => {
    const { dispatch, state, sent } = siteOf(() => home)
    expect(selectDefaultTemplateId(state(), { slug: 'home' })).toBeUndefined()
    expect(await dispatch(fetchDefaultTemplateId({ slug: 'home' }))).toBe('theme//home')
    expect(selectDefaultTemplateId(state(), { slug: 'home' })).toBe('theme//home')
    await dispatch(fetchDefaultTemplateId({ slug: 'home' }))
    expect(sent()).toEqual(['GET /wp/v2/templates/lookup?slug=home'])
  })

  it('is the same question in whatever order its parameters stand', async () => {
    const { dispatch, state, sent } = siteOf(() => home)
    await dispatch(fetchDefaultTemplateId({ slug: 'home', is_custom: true, ignore_empty: false }))
    await dispatch(fetchDefaultTemplateId({ ignore_empty: false, is_custom: true, slug: 'home' }))
    expect(sent()).toEqual(['GET /wp/v2/templates/lookup?slug=home&is_custom=true&ignore_empty=false'])
    expect(selectDefaultTemplateId(state(), { is_custom: true, slug: 'home', ignore_empty: false })).toBe(
      'theme//home',
    )
    expect(selectDefaultTemplateId(state(), { slug: 'home' })).toBeUndefined()
  })

  it('brings the template as a record, and reading that sends nothing', async () => {
    const { dispatch, state, log } = siteOf(() => home)
    await dispatch(fetchDefaultTemplateId({ slug: 'front-page' }))
    expect(selectEntityRecord(state(), 'postType', 'wp_template', 'theme//home')).toEqual(home)
    const before = log.length
    await dispatch(fetchEntityRecord('postType', 'wp_template', 'theme//home'))
    expect(log).toHaveLength(before)
  })

  it.each([
    ['an empty object', {}],
    ['an empty list', []],
    ['a template without an id', { type: 'wp_template', content: { raw: '' } }],
    ['nothing', null],
  ])("is '' where the answer is %s", async (what, answer) => {
    const site = siteOf()
    const asked = site.dispatch(fetchDefaultTemplateId({ slug: 'x' }))
    await settle()
    site.waiting[0]?.answer(answer)
    expect(await asked).toBe('')
    expect(selectDefaultTemplateId(site.state(), { slug: 'x' })).toBe('')
  })

  it('is asked for again when a template was saved', async () => {
    const { dispatch, sent } = siteOf(({ method }) =>
      method === 'POST' ? { ...home, id: 'theme//front-page' } : home,
    )
    await dispatch(fetchDefaultTemplateId({ slug: 'home' }))
    await dispatch(saveEntityRecord('postType', 'wp_template', { slug: 'front-page' }))
    const before = sent().length
    await dispatch(fetchDefaultTemplateId({ slug: 'home' }))
    expect(sent()).toHaveLength(before + 1)
  })

  it('that can’t be had rejects', async () => {
    const { dispatch, state } = siteOf(() => refusal(403, 'rest_cannot_manage_templates'))
    await expect(dispatch(fetchDefaultTemplateId({ slug: 'x' }))).rejects.toMatchObject({ status: 403 })
    expect(selectDefaultTemplateId(state(), { slug: 'x' })).toBeUndefined()
  })

  it.each([
    ['a function', { slug: () => 'home' }],
    ['a list', ['home']],
  ])('can’t be asked for by %s', async (what, query) => {
    const { dispatch, state, log } = siteOf(() => home)
    const wrong = query as unknown as DefaultTemplateQuery
    await expect(dispatch(fetchDefaultTemplateId(wrong))).rejects.toMatchObject({ code: 'invalid_query' })
    expect(() => selectDefaultTemplateId(state(), wrong)).toThrow(
      expect.objectContaining({ code: 'invalid_query' }) as Error,
    )
    expect(log).toEqual([])
  })
})
