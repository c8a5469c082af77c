import {
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  saveSpecifiedEntityEdits,
  selectCanUser,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityConfig,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectHasEdits,
  selectResolution,
  selectSaveError,
  undo,
} from 'copydesk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asUser, asVisitor, rawFetch } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

const defaults = { title: 'The Harbour Gazette', description: 'News from Low Quay', posts_per_page: 10 }

/** Has the site the settings of before when the test has finished. */
function putSettingsBack(): void {
  onTestFinished(async () => {
    await rawFetch('administrator', '/wp-json/wp/v2/settings', {
      method: 'POST',
      body: JSON.stringify(defaults),
    })
  })
}

async function onServer(): Promise<unknown> {
  return (await rawFetch('administrator', '/wp-json/wp/v2/settings')).json()
}

describe('The settings of the site', () => {
  it('are one record without an id, that an administrator edits and saves', async () => {
    putSettingsBack()
    const { dispatch, state, sentSince } = storeWith(asUser('administrator'))
    expect(await dispatch(fetchEntityRecord('root', 'site'))).toMatchObject(defaults)
    dispatch(editEntityRecord('root', 'site', undefined, { title: 'The Mud Gazette' }))
    expect(selectEditedEntityRecord(state(), 'root', 'site')).toMatchObject({ title: 'The Mud Gazette' })
    expect(selectDirtyEntityRecords(state())).toMatchObject([{ kind: 'root', name: 'site', key: undefined }])
    await dispatch(saveEditedEntityRecord('root', 'site', undefined, { throwOnError: true }))
    expect(selectEntityRecord(state(), 'root', 'site')).toMatchObject({ title: 'The Mud Gazette' })
    expect(selectDirtyEntityRecords(state())).toEqual([])
    expect(await onServer()).toMatchObject({ ...defaults, title: 'The Mud Gazette' })
    expect(sentSince()).toEqual(['OPTIONS /wp/v2/settings', 'GET /wp/v2/settings', 'POST /wp/v2/settings'])
  })

  it('have labels from the server’s schema', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    await dispatch(fetchEntityRecord('root', 'site'))
    expect(selectEntityConfig(state(), 'root', 'site')?.meta).toEqual({
      labels: expect.objectContaining({ title: 'Title', description: 'Tagline', site_logo: 'Logo' }),
    })
  })

  it('can be saved in part, and the rest stays edited', async () => {
    putSettingsBack()
    const { dispatch, state } = storeWith(asUser('administrator'))
    await dispatch(fetchEntityRecord('root', 'site'))
    dispatch(editEntityRecord('root', 'site', undefined, { description: 'New words', posts_per_page: 7 }))
    await dispatch(saveSpecifiedEntityEdits('root', 'site', undefined, ['posts_per_page']))
    expect(selectEntityRecordEdits(state(), 'root', 'site')).toEqual({ description: 'New words' })
    expect(await onServer()).toMatchObject({ ...defaults, posts_per_page: 7 })
  })

  it('that the server finds no sense in stay edited, with the reason', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    await dispatch(fetchEntityRecord('root', 'site'))
    dispatch(editEntityRecord('root', 'site', undefined, { default_comment_status: 'perhaps' as 'open' }))
    await dispatch(saveEditedEntityRecord('root', 'site'))
    expect(selectSaveError(state(), 'root', 'site')).toMatchObject({
      code: 'rest_invalid_param',
      status: 400,
    })
    expect(selectHasEdits(state(), 'root', 'site')).toBe(true)
  })

  it('are refused to an editor, with the reason', async () => {
    const { dispatch, state } = storeWith(asUser('editor'))
    const refusal = { code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.', status: 403 }
    await expect(dispatch(fetchEntityRecord('root', 'site'))).rejects.toMatchObject(refusal)
    expect(selectResolution(state(), 'fetchEntityRecord', 'root', 'site')).toMatchObject({ error: refusal })
  })

  it('that an editor tries to save stay edited, and can be taken back', async () => {
    const { dispatch, state } = storeWith(asUser('editor'))
    await dispatch(fetchEntityRecord('root', 'site')).catch(() => undefined)
    dispatch(editEntityRecord('root', 'site', undefined, { title: 'Mine' }))
    expect(await dispatch(saveEditedEntityRecord('root', 'site'))).toBeUndefined()
    expect(selectSaveError(state(), 'root', 'site')).toMatchObject({ code: 'rest_forbidden', status: 403 })
    expect(selectEntityRecordEdits(state(), 'root', 'site')).toEqual({ title: 'Mine' })
    expect(selectCanUser(state(), 'update', { kind: 'root', name: 'site' })).toBe(false)
    dispatch(undo())
    expect(selectHasEdits(state(), 'root', 'site')).toBe(false)
    expect(await onServer()).toMatchObject(defaults)
  })
})

describe('What everybody may know of the site', () => {
  it.each([
    ['a visitor', asVisitor],
    ['a subscriber', () => asUser('subscriber')],
    ['an administrator', () => asUser('administrator')],
  ])('is read in one request by %s', async (who, fetcher) => {
    const { dispatch, sentSince } = storeWith(fetcher())
    expect(await dispatch(fetchEntityRecord('root', '__unstableBase'))).toMatchObject({
      name: defaults.title,
      description: defaults.description,
      url: expect.stringMatching(/^http:/),
    })
    expect(await dispatch(fetchEntityRecord('root', '__unstableBase'))).toBeDefined()
    expect(sentSince()).toEqual([expect.stringMatching(/^GET \/\?_fields=description,/)])
  })
})
