import { saveEntityRecord, selectCanUser, selectResolution, selectSaveError } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { onServer, resourceStore } from '../../support/resourceStore'

const tides = 'tides/tides'

describe('A plugin', () => {
  it('is switched on and off by one save with its path as the key', async () => {
    const { of, dispatch, sentSince } = resourceStore()
    const switchTo = (status: 'active' | 'inactive') =>
      dispatch(saveEntityRecord('root', 'plugin', { plugin: tides, status }, { throwOnError: true }))
    expect(await switchTo('active')).toMatchObject({ plugin: tides, status: 'active' })
    expect(await onServer(`/plugins/${tides}`)).toMatchObject({ status: 'active' })
    expect(await switchTo('inactive')).toMatchObject({ plugin: tides, status: 'inactive' })
    expect(of('root', 'plugin').record(tides)).toMatchObject({ status: 'inactive' })
    expect(sentSince().filter((line) => line.startsWith('PUT'))).toEqual([
      `PUT /wp/v2/plugins/${tides}`,
      `PUT /wp/v2/plugins/${tides}`,
    ])
  })

  it('without a folder has no slash in its key, and is deleted for good without force', async () => {
    const plugins = resourceStore().of('root', 'plugin')
    await plugins.list()
    expect(plugins.record('hello')).toMatchObject({ plugin: 'hello', name: 'Hello Dolly' })
    expect(await plugins.remove('hello')).toMatchObject({ deleted: true, previous: { plugin: 'hello' } })
    expect(plugins.record('hello')).toBeUndefined()
    expect(plugins.rows()?.map(({ plugin }) => plugin)).toEqual([tides])
    expect(await onServer('/plugins/hello')).toMatchObject({ code: 'rest_plugin_not_found' })
  })

  it('that can not be fetched is not installed, and the create says why', async () => {
    const { dispatch, state } = resourceStore()
    const options = { createId: 'install' }
    expect(await dispatch(saveEntityRecord('root', 'plugin', { slug: 'gutenberg' }, options))).toBeUndefined()
    expect(selectSaveError(state(), 'root', 'plugin', options)).toMatchObject({
      code: 'plugins_api_failed',
      status: 500,
    })
  })

  it('is in the list of a status only while it has it', async () => {
    const plugins = resourceStore().of('root', 'plugin')
    expect(await plugins.list({ status: 'active' })).toEqual([])
    expect(await plugins.list({ status: 'inactive' })).toContainEqual(
      expect.objectContaining({ plugin: tides }),
    )
    await plugins.change(tides, { status: 'active' })
    expect(await plugins.list({ status: 'active' })).toMatchObject([{ plugin: tides }])
    await plugins.change(tides, { status: 'inactive' })
    expect(await plugins.list({ status: 'active' })).toEqual([])
  })

  it('that there is not is an error, and so is switching it on', async () => {
    const plugins = resourceStore().of('root', 'plugin')
    await expect(plugins.read('none/none')).rejects.toMatchObject({
      code: 'rest_plugin_not_found',
      status: 404,
    })
    plugins.edit('none/none', { status: 'active' })
    await plugins.trySave('none/none')
    expect(plugins.saveError('none/none')).toMatchObject({ code: 'rest_plugin_not_found' })
  })

  it('is refused to an editor, to read and to write', async () => {
    const { of, state } = resourceStore('editor')
    const plugins = of('root', 'plugin')
    expect(await plugins.list()).toBeNull()
    expect(selectResolution(state(), 'fetchEntityRecords', 'root', 'plugin')).toMatchObject({
      error: {
        code: 'rest_cannot_view_plugins',
        message: 'Sorry, you are not allowed to manage plugins for this site.',
        status: 403,
      },
    })
    plugins.edit(tides, { status: 'active' })
    await plugins.trySave(tides)
    expect(plugins.saveError(tides)).toMatchObject({ code: 'rest_cannot_manage_plugins', status: 403 })
    expect(selectCanUser(state(), 'update', { kind: 'root', name: 'plugin', id: tides })).toBe(false)
  })
})
