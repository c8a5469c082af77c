import type { FetchRequest, ResponseHeaders } from '../../core/fetchContract'

/** An answer that tells versions apart, and what it answered. */
export interface TaggedAnswer {
  readonly path: FetchRequest['path']
  readonly method: FetchRequest['method']
  readonly headers: ResponseHeaders
  /** Its body, for as long as somebody has it. */
  readonly body: WeakRef<object> | undefined
}
