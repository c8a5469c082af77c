// core-data and Copydesk in two registries, each with a site of its own that answers equally.
import apiFetch from '@wordpress/api-fetch'
import { createRegistry } from '@wordpress/data'
import { store as theirStore } from '@wordpress/core-data'
import { createCoreStore } from '../src/wordpress-data/index.ts'
import { createFakeSite } from './fakeSite.mjs'

/** Makes both, and what runs a step on each of them and then compares all answers. */
export function createTwins() {
  const [theirs, ours] = [theirStore, createCoreStore()].map((store) => {
    const registry = createRegistry()
    registry.register(store)
    return { registry, site: createFakeSite() }
  })
  const lists = []
  const gone = new Set()

  async function on(twin, work) {
    apiFetch.setFetchHandler(twin.site.handler)
    const result = await work(twin)
    await untilQuiet(twin.site)
    return result
  }

  /** Runs a step on both, and gives what differs afterwards. */
  async function step(work) {
    const outcomes = []
    for (const twin of [theirs, ours]) {
      outcomes.push(await on(twin, async ({ registry, site }) => plain(await settled(work(registry, site)))))
      // Selectors leave timers behind that ask later.
      await on(twin, ({ registry }) => void answers(registry, lists, gone))
    }
    const [one, other] = [theirs, ours].map(({ registry }) => answers(registry, lists, gone))
    await on(ours, () => undefined)
    return { outcomes, differences: compare(one, other) }
  }

  /** What some work gives on each of them. */
  async function each(work) {
    const given = []
    for (const twin of [theirs, ours])
      given.push(await on(twin, async ({ registry, site }) => settled(work(registry, site))))
    return { theirs: plain(given[0]), ours: plain(given[1]) }
  }

  return { step, each, lists, gone }
}

async function settled(promise) {
  try {
    return await promise
  } catch (error) {
    return { thrown: error?.code ?? error?.message }
  }
}

/** Waits until a site is asked nothing any more. */
export async function untilQuiet(site) {
  for (let calm = 0; calm < 2;) {
    const before = site.log.length
    await new Promise((resolve) => setTimeout(resolve, 0))
    calm = site.isQuiet() && site.log.length === before ? calm + 1 : 0
  }
}

const first = ['postType', 'post']

/** What all selectors say that the steps are about. */
function answers(registry, lists, gone) {
  const select = registry.select('core')
  const said = {}
  const ask = (name, ...args) => (said[`${name} ${JSON.stringify(args)}`] = plain(select[name](...args)))
  for (const id of [1, 2, 3]) {
    if (gone.has(id)) continue
    for (const name of [
      '__experimentalGetEntityRecordNoResolver',
      'hasEntityRecord',
      'getEntityRecordEdits',
      'getEntityRecordNonTransientEdits',
      'hasEditsForEntityRecord',
      'isSavingEntityRecord',
      'isAutosavingEntityRecord',
      'isDeletingEntityRecord',
      'getLastEntitySaveError',
      'getLastEntityDeleteError',
    ])
      ask(name, ...first, id)
    if (said[`hasEntityRecord ${JSON.stringify([...first, id])}`])
      for (const name of ['getRawEntityRecord', 'getEditedEntityRecord']) ask(name, ...first, id)
    for (const name of ['getEntityRecord']) {
      const args = [...first, id]
      said[`finished ${name} ${id}`] = select.hasFinishedResolution(name, args)
    }
  }
  for (const query of lists)
    for (const name of [
      'getEntityRecords',
      'hasEntityRecords',
      'getEntityRecordsTotalItems',
      'getEntityRecordsTotalPages',
    ])
      ask(name, ...first, query)
  said.dirty = plain(select.__experimentalGetDirtyEntityRecords())
    .filter(({ key }) => !gone.has(key))
    .sort((one, other) => one.key - other.key)
  said.saving = plain(select.__experimentalGetEntitiesBeingSaved())
  said.hasUndo = select.hasUndo()
  said.hasRedo = select.hasRedo()
  return said
}

/** What went through JSON, with `{}` for no edits, as core-data has it after they were taken back. */
function plain(value) {
  return value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value, (key, part) => (typeof part === 'function' ? 'function' : part)))
}

const isNothing = (value) =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

function compare(theirs, ours) {
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)])
  return [...names].flatMap((name) => {
    const [one, other] = [theirs[name], ours[name]]
    const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
    const isNoEdits = name.startsWith('getEntityRecordEdits') && isNothing(one) && isNothing(other)
    return isSame || isNoEdits ? [] : [{ name, theirs: one, ours: other }]
  })
}

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  )
}
