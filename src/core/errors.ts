import { attachCounterpart, counterpartOf } from './counterparts'

/** What went wrong inside the store, as a stable word to test for. */
export type EntityStoreErrorCode =
  | 'unknown_entity'
  | 'wrong_state'
  | 'config_not_loaded'
  | 'invalid_config'
  | 'invalid_id'
  | 'missing_id'
  | 'invalid_query'
  | 'invalid_edit'
  | 'invalid_record'
  | 'invalid_response'
  | 'invalid_url'
  | 'invalid_action'
  | 'invalid_resource'
  | 'invalid_lock'
  | 'invalid_option'
  | 'local_id'
  | 'local_reference'
  | 'missing_provider'
  | 'not_loaded'
  | 'queue_held'
  | 'save_conflict'
  | 'unknown_version'

/**
 * An error of the store itself: bad input or an answer that can't be used. Errors of the server are
 * `RestError`s.
 */
export class EntityStoreError extends Error {
  override readonly name = 'EntityStoreError'
  /** Stable word for the kind of mistake. */
  readonly code: EntityStoreErrorCode

  /** @param message - What happened, for developers; where there is none, as in production, the code and a link. */
  constructor(code: EntityStoreErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message || linkTo(code), options)
    this.code = code
  }
}

/** What an error says in production, where its sentence is left out: its code, and where that is explained. */
export function linkTo(code: string): string {
  return `${code}: see docs/reference/errors.md#${code} of copydesk`
}

/** An error as the state holds it: plain data, so that the state stays JSON. */
export interface StoredError {
  /** Class of the error, such as `RestError`. */
  readonly name: string
  /** The server's or the store's code; `unknown_error` where there is none. */
  readonly code: string
  readonly message: string
  /** HTTP status, 0 when no answer arrived; absent for errors of the store itself. */
  readonly status?: number
  /** Further data that the server sent with the error. */
  readonly data?: unknown
}

/** The plain form of anything that was thrown; the original stays attached beside it. */
export function storeError(error: unknown): StoredError {
  const { name, code, message, data } = Object(error) as Record<string, unknown>
  const status = statusIn(error)
  const json = toJson(data)
  const stored: StoredError = {
    name: typeof name === 'string' ? name : 'Error',
    code: typeof code === 'string' ? code : 'unknown_error',
    message: typeof message === 'string' ? message : typeof error === 'string' ? error : show(error),
    ...(status !== undefined && { status }),
    ...(json !== undefined && { data: JSON.parse(json) as unknown }),
  }
  attachCounterpart(stored, error)
  return stored
}

/**
 * The HTTP status that an error names: its own, or as WordPress writes it into the body of an error, `data.status`, which
 * is what WordPress's `apiFetch` rejects with; undefined where it names none.
 */
export function statusIn(error: unknown): number | undefined {
  const { status, data } = Object(error) as { status?: unknown; data?: unknown }
  const named = status ?? (Object(data) as { status?: unknown }).status
  return typeof named === 'number' ? named : undefined
}

/** What was thrown, by identity; its plain form where the state came from JSON, or where null or undefined was thrown. */
export function originalError(stored: StoredError | undefined): unknown {
  return stored && (counterpartOf(stored) ?? stored)
}

/** A value as a message can show it: short, on one line, never throwing. */
export function show(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name || '(anonymous)'}`
  // JSON has no word for NaN and the infinite.
  if (typeof value === 'number') return String(value)
  const text = toJson(value) ?? (typeof value === 'object' ? 'a cyclic object' : String(value))
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
