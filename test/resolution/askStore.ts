import {
  createEntityStore,
  type EntityState,
  type ReadOptions,
  type StoreAction,
  type Thunk,
  type Address,
} from 'copydesk'
import { invalidated, addresses } from 'copydesk/actions'
import { defineRead, type ReadAttempt } from '../../src/resolution/defineRead'
import type { ReadFacts } from '../../src/resolution/readFacts'
import { fetchRead } from '../../src/resolution/runRead'
import { questionOf } from '../../src/resolution/question'
import { selectResolutionByKey, selectStoredResolution } from '../../src/resolution/selectors'

/** One request that the test answers. */
export interface Asked extends ReadAttempt {
  /** The turn of the request. */
  readonly seq: number
  readonly answer: (action?: StoreAction) => void
  readonly fail: (error: unknown) => void
}

interface TestRead extends Partial<ReadFacts<EntityState>> {
  readonly ask?: (attempt: ReadAttempt) => Promise<StoreAction | undefined>
  readonly select?: () => unknown
  readonly onError?: (error: unknown) => unknown
}

const question = questionOf('test', 1)
export const key = question.key
const set = addresses.kind('tests')

/** A store and a read on it whose requests wait in `asked` until the test answers them. */
export function askStore(read: TestRead = {}) {
  const store = createEntityStore({ fetcher: () => Promise.reject(new Error('unused')), devTools: false })
  const asked: Asked[] = []
  const ask = (attempt: ReadAttempt) =>
    new Promise<StoreAction | undefined>((resolve, reject) => {
      const seq = attempt.send()
      asked.push({ ...attempt, seq, answer: (action) => resolve(action), fail: reject })
    })

  function fetchIt(options?: ReadOptions, change: TestRead = {}): Promise<unknown> {
    const { ask: asks = ask, select = () => 'result', onError, ...facts } = { ...read, ...change }
    const full = defineRead<EntityState, [], ReadFacts<EntityState>, unknown>({
      facts: () => ({ question, about: set, ...facts }),
      ask: asks,
      select: () => select(),
      ...(onError && { onError }),
    })
    return store.dispatch(fetchRead(full, [], options))
  }

  /** The turn that comes next. */
  const takeTurn: Thunk<EntityState, number> = (dispatch, getState, { nextSeq }) => nextSeq()
  const countReads: Thunk<EntityState, number> = (dispatch, getState, { reads }) => reads.size

  return {
    store,
    asked,
    fetchIt,
    /** What is known grows stale now. */
    goStale: (scopes: readonly Address[] = [set]) =>
      store.dispatch(invalidated(scopes, store.dispatch(takeTurn))),
    status: () => selectResolutionByKey(store.getState(), key).status,
    entry: () => selectStoredResolution(store.getState(), key),
    /** How many reads are registered as under way. */
    running: () => store.dispatch(countReads),
  }
}
