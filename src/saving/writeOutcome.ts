import type { RecordData } from '../core/plain'
import type { EntityError } from '../resolution/entityError'
import type { SaveConflict } from './writes'

/**
 * What a save or a deletion comes to.
 *
 * - `saved`: it is done. Of a save, `record` is what the server answered; of a deletion, what was deleted, or what lies in
 *   the trash now.
 * - `unchanged`: there was nothing to do, and nothing was sent; `record` is the record as it is known.
 * - `queued`: it waits to be sent later (`copydesk/durable`).
 * - `conflict`: others have changed the same, and it is held until somebody chooses (`copydesk/durable`); `error` says what.
 * - `failed`: it was refused, lost or given up; `error` says why. What was edited stays.
 */
export type WriteResult<Written = RecordData> =
  | {
      readonly status: 'saved' | 'unchanged' | 'queued'
      readonly record?: Written | undefined
      readonly error?: undefined
    }
  | {
      readonly status: 'conflict' | 'failed'
      readonly record?: undefined
      readonly error: EntityError
    }

/** Lets the promise of a write resolve to a {@link WriteResult}: it never rejects. */
export interface ForResult {
  readonly result: true
}

/** How the promise of a write ends. */
export interface OutcomeOptions extends Partial<ForResult> {
  readonly throwOnError?: boolean
}

/** What a write comes to that has failed, or is held for a conflict. */
export function failedWrite(error: unknown): WriteResult<never> {
  const { conflict } = Object(error) as { readonly conflict?: SaveConflict }
  return { status: conflict ? 'conflict' : 'failed', error: error as EntityError }
}

/** How a write has ended, with the answer as its thunk gives it. */
export interface WriteOutcome {
  readonly result: WriteResult
  /** Absent where none came. */
  readonly answer?: unknown
}

/** What the promise of a write resolves to, by its options; by default the record that was saved. */
export async function outcomeFor(
  written: Promise<WriteOutcome>,
  { result, throwOnError }: OutcomeOptions,
  answerOf: (outcome: WriteOutcome) => unknown = savedRecord,
): Promise<unknown> {
  if (result) return written.then((outcome) => outcome.result, failedWrite)
  const outcome = await written
  if (throwOnError && outcome.result.error) throw outcome.result.error
  return answerOf(outcome)
}

/** The record that was saved; undefined where none was. */
function savedRecord({ result: { status, record } }: WriteOutcome): RecordData | undefined {
  return status === 'saved' ? record : undefined
}

/**
 * The record that a write ended with.
 * @throws What the write failed with.
 */
export function recordOrThrow<Written>({ record, error }: WriteResult<Written>): Written | undefined {
  if (error) throw error
  return record
}
