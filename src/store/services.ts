import type { Companions } from '../core/companions'
import { fetcherLike, type Fetcher } from '../core/fetchContract'
import type { Inspection } from '../core/inspection'
import type { Services } from '../core/thunk'
import { abortedBySignal } from '../rest/abort'
import { withFreshReads } from '../rest/freshReads'
import { limitWrites } from '../rest/limitWrites'

/** What a store's thunks work with, and how it goes on where a state from elsewhere stops. */
export interface StoreServices extends Services {
  /** Later seqs are later than this one. */
  readonly goOnFrom: (seq: number) => void
  /** Called when somebody does not show something any more. */
  onLeave?: () => void
}

export function createServices(fetcher: Fetcher, companions: Companions): StoreServices {
  let seq = 0
  let store = ''
  let names = 0
  const inspection: Inspection = {}
  const send = abortedBySignal(fetcher)
  const inspected = fetcherLike(fetcher, (request) =>
    inspection.inspector ? inspection.inspector.send(request, send) : send(request),
  )
  return {
    fetcher: withFreshReads(limitWrites(inspected)),
    inspection,
    nextSeq: () => ++seq,
    nextName: () => (store ||= Math.random().toString(36).slice(2)) + `.${++names}`,
    goOnFrom: (newest) => {
      seq = Math.max(seq, newest)
    },
    reads: new Map(),
    batchedReads: new Map(),
    lockWaiters: new Map(),
    companions,
  }
}
