import {
  batch,
  type BatchRequest,
  clearEntityRecordEdits,
  createUndoLevel,
  editEntityRecord,
  fetchEntityRecord,
  type Lock,
  loadEntityConfigs,
  redo,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveSpecifiedEntityEdits,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecordsBeingSaved,
  selectHasRedo,
  selectHasUndo,
  selectRawEntityRecord,
  undo,
} from 'copydesk'
import { acquireLock, releaseLock, selectIsLockAvailable } from 'copydesk/actions'
import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { batchedIn, batchSchema, type BatchedRequest } from '../support/batches'
import { expectEqual } from '../support/expectEqual'
import { fakeServer, refusal, settle, type SeenRequest } from '../support/fakeServer'
import { person } from '../support/person'
import { createHistory } from './history'

export const ids = [1, 2] as const
export const fields = ['title', 'slug', 'meta.a', 'meta.b'] as const
export type Field = (typeof fields)[number]
type Values = Record<Field, string>
/** What is on screen: undefined of a field that shows what the record says, since its edit was discarded. */
type Screen = Record<Field, string | undefined>

/** How the server ends a request: a lost answer may or may not have done its work. */
export type Outcome = 'ok' | 'refused' | 'lostBefore' | 'lostAfter' | 'brokenAfter'

export type Step =
  | { do: 'type'; id: number; field: Field; value: string; isCached: boolean }
  | { do: 'typeBoth'; id: number; value: string; other: string }
  | { do: 'typeBack' | 'saveField'; id: number; field: Field }
  | { do: 'save' | 'autosave' | 'read' | 'readPart' | 'elsewhere'; id: number }
  | { do: 'discard' | 'lock' | 'unlock'; id: number }
  | { do: 'process'; at: number }
  | { do: 'answer'; at: number; outcome: Outcome }
  | { do: 'undo' | 'redo' | 'level' | 'saveAll' | 'saveTwice' | 'abort' | 'settle' }

const id = fc.constantFrom(...ids)
const field = fc.constantFrom(...fields)
const value = fc.constantFrom('old', 'x', 'y')
const at = fc.nat(3)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('type' as const), id, field, value, isCached: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('typeBoth' as const), id, value, other: value }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('typeBack' as const), id, field }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('save' as const, 'save' as const, 'autosave' as const),
      id,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('read' as const, 'readPart' as const, 'elsewhere' as const),
      id,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('saveField' as const), id, field }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('discard' as const, 'lock' as const, 'unlock' as const),
      id,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('process' as const), at }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      at,
      outcome: fc.constantFrom<Outcome>(
        'ok',
        'ok',
        'ok',
        'refused',
        'lostBefore',
        'lostAfter',
        'brokenAfter',
      ),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'undo' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'redo' as const }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      { do: 'level' as const },
      { do: 'saveAll' as const },
      { do: 'saveTwice' as const },
      { do: 'abort' as const },
    ),
  },
  { weight: 6, arbitrary: fc.constant({ do: 'settle' as const }) },
)

/** What people and servers do to two posts, in any order. */
export const steps = fc.array(step, { maxLength: 40, size: 'max' })
/** The same, with nothing discarded: what is undone and done again after that is another value. */
export const undiscarded = steps.map((all) => all.filter((one) => one.do !== 'discard'))
/** The same without any request. */
export const typing = fc.array(
  step.filter((one) => ['type', 'typeBoth', 'typeBack', 'undo', 'redo', 'level'].includes(one.do)),
  { maxLength: 30, size: 'max' },
)

/** A server with two posts, a store in front of it, and a model of what its user sees. */
export async function createDesk() {
  const site = new Map(
    ids.map((one) => [one as number, { title: 'old', slug: 'old', a: 'old', b: 'old', c: 0 }]),
  )
  const screen = new Map(
    ids.map((one): [number, Screen] => [
      one,
      { title: 'old', slug: 'old', 'meta.a': 'old', 'meta.b': 'old' },
    ]),
  )
  const history = createHistory()
  const processed = new Map<SeenRequest, unknown>()
  const server = fakeServer()
  const { store } = person({ network: server })
  const promises: Promise<unknown>[] = []
  /** Gives up what is being saved. */
  let controller = newController()
  /** The locks that somebody holds on posts, to save under them. */
  const held = new Map<number, Lock>()
  /** Whether a lost answer left the store in doubt about a record. */
  const doubted = new Set<number>()

  await store.dispatch(loadEntityConfigs('postType'))
  for (const one of ids) void store.dispatch(fetchEntityRecord('postType', 'post', one))
  await drain()

  function answerOf(one: number, paths?: string | null) {
    const { title, slug, a, b, c } = site.get(one) ?? { title: '', slug: '', a: '', b: '', c: 0 }
    const whole: Record<string, unknown> = {
      id: one,
      status: `draft-${c}`,
      title: { raw: title, rendered: `<p>${title}</p>` },
      slug,
      meta: { a, b, c },
    }
    if (!paths) return whole
    return Object.fromEntries(paths.split(',').map((path) => [path, whole[path]]))
  }

  /** The server does its work; the answer may still travel for long. */
  function process(request: SeenRequest): unknown {
    if (!processed.has(request)) processed.set(request, work(request))
    return processed.get(request)
  }

  function work({ method, path, data }: Pick<SeenRequest, 'method' | 'path' | 'data'>): unknown {
    if (method === 'OPTIONS') return batchSchema(25)
    if (path.endsWith('/autosaves'))
      return autosaved(Number(path.split('/').at(-2)), data as { title: string })
    if (method === 'POST') {
      const parts = batchedIn({ method, path, data }).map((part) => work(seenIn(part)))
      return { responses: parts.map((body) => ({ body, status: 200, headers: [] })) }
    }
    const { pathname, searchParams } = new URL(path, 'http://site')
    const one = Number(pathname.split('/').pop())
    const post = site.get(one)
    if (method === 'PUT' && post) {
      const { title, slug, meta } = data as {
        title?: string
        slug?: string
        meta?: { a?: string; b?: string }
      }
      post.title = title ?? post.title
      post.slug = slug ?? post.slug
      post.a = meta?.a ?? post.a
      post.b = meta?.b ?? post.b
      post.c++
    }
    return answerOf(one, searchParams.get('_fields'))
  }

  /** Post 1 is a draft of the user, which an autosave changes; of post 2 it is a copy. */
  function autosaved(one: number, { title }: { readonly title: string }): unknown {
    const post = site.get(one)
    if (one === 1 && post) post.title = title
    return one === 1 ? answerOf(1) : { ...answerOf(one), id: 900, parent: one, title: { raw: title } }
  }

  function seenIn({ path = '', method = '', body }: BatchedRequest) {
    return { path, method, data: body }
  }

  function end(request: SeenRequest, outcome: Outcome): void {
    const writes = [request, ...batchedIn(request).map(seenIn)]
    // What the server has done it can't refuse any more.
    const real = outcome === 'refused' && processed.has(request) ? 'ok' : outcome
    if (real.startsWith('lost') || real === 'brokenAfter')
      for (const { path } of writes) doubted.add(Number(path.split('/')[4]))
    if (real === 'ok') request.answer(process(request))
    else if (real === 'refused') request.fail(refusal(400, 'rest_invalid_param'))
    else {
      if (real !== 'lostBefore') process(request)
      request.fail(
        real === 'brokenAfter' ? refusal(502, 'bad_gateway') : refusal(0, 'fetch_error', 'Nothing arrived.'),
      )
    }
  }

  async function drain(): Promise<void> {
    for (const one of ids) unlock(one)
    await settle()
    for (let i = 0; server.waiting.length > 0; i++) {
      if (i > 500) throw new Error('Requests never end.')
      for (const request of [...server.waiting]) end(request, 'ok')
      await settle()
    }
  }

  function unlock(one: number): void {
    const lock = held.get(one)
    if (lock) store.dispatch(releaseLock(lock))
    held.delete(one)
  }

  /** The lock under which a save of a post goes: that of whoever holds one. */
  function lockOf(one: number) {
    const lock = held.get(one)
    return lock && { lock }
  }

  function type(one: number, changes: Partial<Values>, isCached: boolean): void {
    const [before, shown] = [screen.get(one) as Screen, shownValues(one)]
    history.edit(
      Object.entries(changes).map(([name, to]) => ({
        place: `${one} ${name}`,
        from: shown[name as Field],
        to,
      })),
      isCached,
    )
    Object.assign(before, changes)
    const edits: Record<string, unknown> = {}
    for (const [name, to] of Object.entries(changes)) {
      const [property = '', entry] = name.split('.')
      edits[property] = entry ? { ...(edits[property] as object | undefined), [entry]: to } : to
    }
    store.dispatch(editEntityRecord('postType', 'post', one, edits, { isCached }))
  }

  function show(moved: readonly { place: string; value: string }[]): void {
    for (const { place, value: shown } of moved) {
      const [one, name] = place.split(' ') as [string, Field]
      ;(screen.get(Number(one)) as Screen)[name] = shown
    }
  }

  function waitFor(promise: Promise<unknown>): void {
    promises.push(promise.catch(() => undefined))
  }

  async function take(one: Step): Promise<void> {
    switch (one.do) {
      case 'type':
        return type(one.id, { [one.field]: one.value }, one.isCached)
      case 'typeBoth':
        return type(one.id, { title: one.value, 'meta.a': one.other, 'meta.b': one.value }, false)
      case 'typeBack': {
        const raw = rawValues(one.id)
        return type(one.id, { [one.field]: raw[one.field] }, false)
      }
      case 'save':
      case 'autosave': {
        const { signal } = controller
        const options = { isAutosave: one.do === 'autosave', signal, ...lockOf(one.id) }
        return waitFor(store.dispatch(saveEditedEntityRecord('postType', 'post', one.id, options)))
      }
      case 'saveField': {
        const options = { signal: controller.signal, ...lockOf(one.id) }
        return waitFor(
          store.dispatch(saveSpecifiedEntityEdits('postType', 'post', one.id, [one.field], options)),
        )
      }
      case 'discard':
        for (const name of fields) (screen.get(one.id) as Screen)[name] = undefined
        store.dispatch(clearEntityRecordEdits('postType', 'post', one.id))
        return
      case 'lock': {
        const path = ['entities', 'records', 'postType', 'post', String(one.id)]
        if (held.has(one.id) || !selectIsLockAvailable(store.getState(), path, { exclusive: true })) return
        held.set(one.id, await store.dispatch(acquireLock(path, { exclusive: true })))
        return
      }
      case 'unlock':
        return unlock(one.id)
      case 'saveAll':
        return waitFor(store.dispatch(saveDirtyEntityRecords({ signal: controller.signal })))
      case 'saveTwice': {
        const saves = [...ids, ...ids].map(
          (each): BatchRequest =>
            (writes) =>
              writes.saveEditedEntityRecord('postType', 'post', each),
        )
        return waitFor(store.dispatch(batch(saves, { signal: controller.signal })))
      }
      case 'abort':
        // What the server did of it nobody knows, nor which saves were about to be sent.
        for (const each of ids) doubted.add(each)
        controller.abort()
        controller = newController()
        return
      case 'read':
        return waitFor(store.dispatch(fetchEntityRecord('postType', 'post', one.id, {}, { force: true })))
      case 'readPart':
        return waitFor(
          store.dispatch(
            fetchEntityRecord('postType', 'post', one.id, { _fields: 'id,title' }, { force: true }),
          ),
        )
      case 'elsewhere':
        ;(site.get(one.id) as { c: number }).c++
        return
      case 'process':
      case 'answer': {
        const request = server.waiting[one.at]
        if (request === undefined) return
        if (one.do === 'process') process(request)
        else end(request, one.outcome)
        return
      }
      case 'undo':
        show(history.undo())
        store.dispatch(undo())
        return
      case 'redo':
        show(history.redo())
        store.dispatch(redo())
        return
      case 'level':
        history.close()
        store.dispatch(createUndoLevel())
        return
      case 'settle':
        await settle()
    }
  }

  function rawValues(one: number): Values {
    return flat(selectRawEntityRecord(store.getState(), 'postType', 'post', one))
  }

  function shownValues(one: number): Values {
    return flat(selectEditedEntityRecord(store.getState(), 'postType', 'post', one))
  }

  /** What a post has to show. */
  function expected(one: number): Values {
    const raw = rawValues(one)
    const shown = Object.entries(screen.get(one) as Screen)
    return Object.fromEntries(shown.map(([name, value]) => [name, value ?? raw[name as Field]])) as Values
  }

  function siteValues(one: number): Values {
    const { title = '', slug = '', a = '', b = '' } = site.get(one) ?? {}
    return { title, slug, 'meta.a': a, 'meta.b': b }
  }

  function check(): void {
    const state = store.getState()
    for (const one of ids) expectEqual(shownValues(one), expected(one), `post ${one} on screen`)
    expectEqual(selectHasUndo(state), history.hasUndo(), 'has undo')
    expectEqual(selectHasRedo(state), history.hasRedo(), 'has redo')
    const dirty = selectDirtyEntityRecords(state).map(({ key }) => key)
    const busy = selectEntityRecordsBeingSaved(state).map(({ key }) => key)
    for (const one of ids) {
      const differs = JSON.stringify(shownValues(one)) !== JSON.stringify(rawValues(one))
      const isDirty = dirty.includes(one)
      if (differs) expectEqual(isDirty, true, `post ${one} differs from the record, and is dirty`)
      else if (!busy.includes(one) && !doubted.has(one))
        expectEqual(isDirty, false, `post ${one} is as the record, and is dirty`)
    }
  }

  return {
    store,
    server,
    screen,
    history,
    promises,
    site,
    take,
    check,
    drain,
    shownValues,
    rawValues,
    siteValues,
    expected,
    doubted,
  }
}

/** One for any number of saves: Node.js would warn of so many. */
function newController(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

function flat(record: unknown): Values {
  const { title, slug, meta } = record as { title: string; slug: string; meta: { a: string; b: string } }
  return { title, slug, 'meta.a': meta.a, 'meta.b': meta.b }
}
