import { createRegistry } from '@wordpress/data'
import { createCoreStore } from 'copydesk/wordpress-data/store'
import { describe, expect, it } from 'vitest'
import published from './publishedNames.json'
import { quiet, registryOf } from './registryOf'

// The names of each published version, as the store that it registers has them.
const versions = Object.entries(published)
const metadata = [
  ...['getResolutionState', 'getIsResolving', 'hasStartedResolution', 'hasFinishedResolution'],
  ...['hasResolutionFailed', 'getResolutionError', 'isResolving', 'getCachedResolvers'],
  ...['hasResolvingSelectors', 'countSelectorsByStatus'],
]
const metadataActions = [
  ...['startResolution', 'finishResolution', 'failResolution', 'startResolutions', 'finishResolutions'],
  ...['failResolutions', 'invalidateResolution', 'invalidateResolutionForStore'],
  'invalidateResolutionForStoreSelector',
]

describe('the names of the store', () => {
  it.each(versions)('are those of %s, and no selector of it is missing', (version, names) => {
    const { select } = registryOf()
    const wanted = [...names.selectors, ...names.privateSelectors, ...metadata]
    expect(wanted.filter((name) => typeof select[name] !== 'function')).toEqual([])
  })

  it.each(versions)('are those of %s, and no action of it is missing', (version, names) => {
    const { dispatch } = registryOf()
    const wanted = [...names.actions, ...names.privateActions, ...metadataActions]
    expect(wanted.filter((name) => typeof dispatch[name] !== 'function')).toEqual([])
  })

  it('are none that no version has', () => {
    const { select, dispatch } = registryOf()
    const known = (kinds: readonly string[]) =>
      new Set(
        versions.flatMap(([, names]) =>
          kinds.flatMap((kind) => names[kind as keyof typeof names] as string[]),
        ),
      )
    const selectors = new Set([...known(['selectors', 'privateSelectors']), ...metadata])
    const actions = new Set([...known(['actions', 'privateActions']), ...metadataActions])
    expect(Object.keys(select).filter((name) => !selectors.has(name) && !isShorthand(name))).toEqual([])
    expect(Object.keys(dispatch).filter((name) => !actions.has(name) && !isShorthand(name))).toEqual([])
  })

  it('are the same functions each time that a registry is asked for them', () => {
    const { registry } = registryOf()
    expect(registry.select('core')).toBe(registry.select('core'))
    const { getEntityRecord } = registry.select('core') as { getEntityRecord: unknown }
    expect((registry.select('core') as { getEntityRecord: unknown }).getEntityRecord).toBe(getEntityRecord)
  })

  it('say of each selector whether it asks for what is not known', () => {
    const { select } = registryOf()
    expect(select.getEntityRecord).toHaveProperty('hasResolver', true)
    expect(select.getUsers).toHaveProperty('hasResolver', true)
    expect(select.hasUndo).toHaveProperty('hasResolver', false)
  })

  it('are found by a name of one’s own, and a flavour that there is not is refused', () => {
    const { select } = registryOf(undefined, { name: 'my/core' })
    expect(select.getEntityRecord?.('postType', 'post', 1)).toBeUndefined()
    expect(() => createCoreStore({ flavour: '5.0' as never })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }) as Error,
    )
    expect(createRegistry().stores).not.toHaveProperty('my/core')
  })

  it('ask for registered templates as core-data does: without a context', async () => {
    const { select, sent } = registryOf(undefined)
    select.getEntityRecord?.('root', 'registeredTemplate', 'harbour//tides')
    await quiet()
    expect(sent()).toEqual(['GET /wp/v2/registered-templates/harbour//tides'])
  })

  it.each(['6.6', '6.7', '6.8', '7.0', '7.1', '8.1'] as const)(
    'give false as the edited record of what there is not, as the store of %s does',
    async (flavour) => {
      const { select } = registryOf(undefined, { flavour })
      const given = [
        ['postType', 'post', 77],
        ['postType', 'post', undefined],
        ['postType', 'post', ''],
        ['shop', 'book', 1],
        [],
      ].map((args) => select.getEditedEntityRecord?.(...args))
      expect(given).toEqual([false, false, false, false, false])
      await quiet()
    },
  )

  it.each([
    ['6.6', { image: 0, front: 0 }],
    ['6.7', { image: 0, front: 0 }],
    ['6.8', { image: 0, front: 3 }],
    ['7.0', { image: 3, front: 3 }],
    ['7.1', { image: 4, front: 3 }],
    ['8.1', { image: 4, front: 3 }],
  ] as const)('ask as the editor of %s preloads', async (flavour, fields) => {
    const { resolve, log } = registryOf(undefined, { flavour })
    await resolve.getEntityRecord?.('root', '__unstableBase')
    const base = new URLSearchParams(log.find((line) => line.startsWith('GET /?'))?.slice(6))
    const asked = base.get('_fields')?.split(',') ?? []
    expect(asked).toEqual(expect.arrayContaining(['description', 'home', 'name', 'timezone_string', 'url']))
    const count = (pattern: RegExp) => asked.filter((field) => pattern.test(field)).length
    expect({ image: count(/^image_/), front: count(/front|posts/) }).toEqual(fields)
  })
})

/** Short names that some version made, with a plural that it did not. */
function isShorthand(name: string): boolean {
  return /^(get|save|delete)(RegisteredTemplates?|Icons?|IconCollections?|FontCollections?)$/.test(name)
}
