import { __dangerousOptInToUnstableAPIsOnlyForCoreModules as optIn } from '@wordpress/private-apis'
import { select } from '@wordpress/data'
import * as instead from 'copydesk/wordpress-data'
import * as storeAlone from 'copydesk/wordpress-data/store'
import { describe, expect, it } from 'vitest'
import published from '../publishedNames.json'

const versions = Object.entries(published)

/** As packages of the editor unlock what core-data has for them. */
const { unlock } = optIn(
  'I acknowledge private features are not for use in themes or plugins and doing so will break in the next version of WordPress.',
  '@wordpress/edit-site',
)

describe('the exports in place of those of core-data', () => {
  it.each(versions)('are those of %s, and none of it is missing', (version, { exports }) => {
    expect(exports.filter((name) => !(name in instead))).toEqual([])
  })

  it('are none that no version has, but those that make a store', () => {
    const known = new Set<string>(versions.flatMap(([, { exports }]) => exports))
    const own = Object.keys(instead).filter((name) => !known.has(name))
    expect([...own].sort()).toEqual(['copydeskOf', 'createApiFetcher', 'createCoreStore'])
    expect(own.filter((name) => !(name in storeAlone))).toEqual([])
  })

  it.each(versions)('have the private names of %s when they are unlocked', (version, { privateApis }) => {
    const unlocked = unlock<Record<string, unknown>>(instead.privateApis)
    expect(privateApis.filter((name) => unlocked[name] === undefined)).toEqual([])
  })

  it('have no private name that no version has', () => {
    const known = new Set<string>(versions.flatMap(([, { privateApis }]) => privateApis))
    expect(Object.keys(unlock(instead.privateApis)).filter((name) => !known.has(name))).toEqual([])
  })

  it('register the store with the registry of the page, as loading core-data does', () => {
    const core = select(instead.store.name) as unknown as Record<string, () => unknown>
    expect(core.hasUndo?.()).toBe(false)
  })

  it('show nobody who collaborates, and call nobody back', () => {
    const { useActiveCollaborators, useResolvedSelection, useOnPostSave, entityContainsSnapshot } = unlock<
      Record<string, () => unknown>
    >(instead.privateApis)
    expect(useActiveCollaborators?.()).toBe(useActiveCollaborators?.())
    expect(useActiveCollaborators?.()).toEqual([])
    expect((useResolvedSelection?.() as () => unknown)()).toEqual({
      richTextOffset: null,
      localClientId: null,
      attributeKey: null,
    })
    expect([useOnPostSave?.(), entityContainsSnapshot?.()]).toEqual([undefined, false])
  })
})
