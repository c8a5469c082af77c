import { bareAddress } from './bareAddress'
import type {
  EntityState,
  EntityStore,
  EntityStoreOptions,
  Fetcher,
  FetchRequest,
  FetchResponse,
} from 'copydesk'
import type { DurabilityOptions } from 'copydesk/durable'
import { person } from './person'

/** A store at a real server, with a record of what it sent. */
export interface StoreAtWork {
  store: EntityStore
  dispatch: EntityStore['dispatch']
  /** The state now. */
  state: () => EntityState
  /** Every request as `METHOD path`, in the order in which it was sent. */
  sent: string[]
  /** Their paths as they were sent, with what is encoded. */
  paths: string[]
  /** Those sent since the last call of this. */
  sentSince: () => string[]
  /** The most requests that were under way at the same time. */
  mostAtOnce: () => number
  /** Holds back answers to requests that match until they are released; `arrived` resolves with the first of them. */
  hold: (matches: (line: string) => boolean) => { arrived: Promise<void>; release: () => void }
}

/** Requests whose answers are held back. */
interface Hold {
  matches: (line: string) => boolean
  arrive: () => void
  released: Promise<void>
}

/** A store whose fetcher is watched, and can be made slow. */
export function storeWith(
  fetcher: Fetcher,
  store: Partial<EntityStoreOptions> = {},
  durability?: Partial<DurabilityOptions>,
): StoreAtWork {
  const sent: string[] = []
  const paths: string[] = []
  const holds = new Set<Hold>()
  let told = 0
  let underWay = 0
  let most = 0

  const watched: Fetcher = async (request: FetchRequest): Promise<FetchResponse> => {
    const line = lineOf(request)
    sent.push(line)
    paths.push(request.path ?? request.url ?? '')
    most = Math.max(most, ++underWay)
    const held = [...holds].filter(({ matches }) => matches(line))
    try {
      const answer = await (schemas.includes(line) ? asOnce(line, () => fetcher(request)) : fetcher(request))
      for (const { arrive } of held) arrive()
      await Promise.all(held.map(({ released }) => released))
      return answer
    } finally {
      underWay--
    }
  }
  const made = person({ network: { fetcher: watched }, store, durability })
  return {
    store: made.store,
    dispatch: made.dispatch,
    state: made.getState,
    sent,
    paths,
    sentSince: () => sent.slice(told, (told = sent.length)),
    mostAtOnce: () => most,
    hold(matches) {
      let [arrive, letGo] = [() => {}, () => {}]
      const arrived = new Promise<void>((resolve) => (arrive = resolve))
      const released = new Promise<void>((resolve) => (letGo = resolve))
      const entry = { matches, arrive, released }
      holds.add(entry)
      const release = () => {
        holds.delete(entry)
        letGo()
      }
      return { arrived, release }
    },
  }
}

/** What the server says of its types is the same in every test: it is asked once for all of them. */
const schemas = ['GET /wp/v2/types?context=view', 'GET /wp/v2/taxonomies?context=view']
const schemaAnswers = new Map<string, Promise<FetchResponse>>()

function asOnce(line: string, ask: () => Promise<FetchResponse>): Promise<FetchResponse> {
  const answer = schemaAnswers.get(line) ?? ask()
  schemaAnswers.set(line, answer)
  answer.catch(() => schemaAnswers.delete(line))
  return answer
}

function lineOf({ method = 'GET', path = '', url = '' }: FetchRequest): string {
  return `${method} ${bareAddress(decodeURIComponent(path || url))}`
}
