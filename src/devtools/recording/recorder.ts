import type { Fetcher, FetchRequest, FetchResponse } from '../../core/fetchContract'
import type { Inspector } from '../../core/inspection'
import type { ResolutionKey } from '../../core/keys'
import type { Thunk } from '../../core/thunk'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { componentIn } from './callerIn'
import { simulate, simulationOf, type ServerMode } from './failureSwitch'
import { createLockLog, type LockLog } from './lockLog'
import { createMutationLog, type MutationLog } from './mutationLog'
import { createObservable, type Observable } from './observable'
import { createRenderCounter, type RenderCounter } from './renderCounter'
import { createRequestLog, type LoggedRequest, type RequestLog } from './requestLog'
import { traceThunks } from './traceThunks'

/** What the devtools see of a store. */
export interface Recorder extends Inspector {
  readonly requests: RequestLog
  readonly renders: RenderCounter
  readonly locks: LockLog
  readonly mutations: MutationLog
  /** The thunk that asks a question once more, whatever is known; undefined for one that this page has not asked. */
  readonly askAgain: (key: ResolutionKey) => Thunk<EntityState, Promise<unknown>> | undefined
  /** How the server is made to behave. */
  readonly server: Observable<ServerMode> & { readonly set: (mode: ServerMode) => void }
  /** Gives what runs in the place of a thunk that an area of the page dispatches. */
  readonly inArea: <Work extends object>(area: string, thunk: Work) => Work
}

/** A recorder that has seen nothing yet. */
export function createRecorder(): Recorder {
  const requests = createRequestLog()
  const renders = createRenderCounter()
  const server = createObservable<ServerMode>('normal')
  const { trace, reasonOf } = traceThunks(requests)
  const askedReads = new Map<ResolutionKey, Thunk<EntityState, Promise<unknown>>>()
  const components = new WeakMap<object, ReturnType<typeof componentIn>>()
  /** A fetcher may be watched by itself and be the store's besides: its requests are logged once. */
  const logged = new WeakSet<FetchRequest>()
  let component: string | null = null
  let count = 0

  function rendered(view: object): void {
    if (!components.has(view)) components.set(view, componentIn(new Error()))
    const found = components.get(view)
    if (found) renders.rendered(view, found)
  }

  function askedBy<Result>(view: object, ask: () => Result): Result {
    const before = component
    component = components.get(view)?.name ?? null
    try {
      return ask()
    } finally {
      component = before
    }
  }

  async function send(request: FetchRequest, fetcher: Fetcher): Promise<FetchResponse> {
    if (logged.has(request)) return fetcher(request)
    logged.add(request)
    const mode = server.read()
    const begun = performance.now()
    const entry: LoggedRequest = {
      ...{ id: ++count, method: request.method ?? 'GET', path: request.path ?? request.url ?? '' },
      ...{ status: null, duration: null, sentAt: Date.now() },
      ...{ note: simulationOf(request, mode), reason: reasonOf(request) },
    }
    const end = (status: LoggedRequest['status']) =>
      requests.put({ ...entry, status, duration: Math.round(performance.now() - begun) })

    requests.put(entry)
    try {
      await simulate(request, mode)
      const response = await fetcher(request)
      end(response.status)
      return response
    } catch (error) {
      end(request.signal?.aborted ? 'aborted' : statusOf(error))
      throw error
    } finally {
      logged.delete(request)
    }
  }

  return {
    ...{
      requests,
      renders,
      server,
      rendered,
      askedBy,
      send,
      locks: createLockLog(),
      mutations: createMutationLog(),
    },
    asks: (key, again) => askedReads.set(key, again as Thunk<EntityState, Promise<unknown>>),
    askAgain: (key) => askedReads.get(key),
    run: (thunk) => trace(thunk, { area: null, component }),
    inArea: (area, thunk) => trace(thunk, { area, component }),
  }
}

/** The recorder that is attached to a store; undefined where none is. */
export function recorderOf({ inspection }: EntityStore): Recorder | undefined {
  const inspector = inspection?.inspector
  return inspector && 'requests' in inspector ? (inspector as Recorder) : undefined
}

/** The recorder of a store, attached where none was. */
export function attachRecorder(store: EntityStore, recorder?: Recorder): Recorder {
  const known = recorderOf(store)
  if (known && (recorder === undefined || recorder === known)) return known
  const made = recorder ?? createRecorder()
  if (store.inspection) store.inspection.inspector = made
  return made
}

function statusOf(error: unknown): number | 'failed' {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return typeof status === 'number' && status > 0 ? status : 'failed'
}
