import { addresses, namedBy, namesIn } from '../core/address'
import { EntityStoreError, originalError, show, type StoredError } from '../core/errors'
import type { EntityId } from '../core/keys'
import { checkOptionNames } from '../core/checkOptionNames'
import { isDevelopment } from '../core/isDevelopment'
import { reportErrors } from '../core/reportErrors'
import { eachAction, type StoreAction } from '../core/thunk'
import type { DeletingFailed } from '../deleting/actions'
import type { EntityError } from '../resolution/entityError'
import type { ReadFailed } from '../resolution/actions'
import type { SavingFailed } from '../saving/actions'
import type { EntityMiddleware } from './plugins'

/** What has failed. */
export interface FailedOperation {
  readonly operation: 'read' | 'save' | 'delete'
  /** Kind and name of the entity; undefined for a read of something else, such as the current user. */
  readonly kind: string | undefined
  readonly name: string | undefined
  /** The record; undefined for a list, a new record, or an entity without ids. */
  readonly id: EntityId | undefined
}

/** What holds for a whole store, unless a hook says otherwise. */
export interface StoreDefaults {
  /** Milliseconds after which hooks read a known record or list again on mount. Default: never, only when it is stale. */
  readonly staleTime?: number
  /**
   * Whether what is on screen is read again when the page comes back to the front, where it is older than `staleTime`, or
   * than 5000 milliseconds where that is not given. Default false.
   */
  readonly refetchOnFocus?: boolean
  /**
   * Called with each error that a read, a save or a deletion ends with, beside its standing in the state: the place to
   * send somebody to sign in again. Not for what was given up, nor for bad input. Default: nothing.
   */
  readonly onError?: (error: EntityError, failed: FailedOperation) => void
}

const types: { readonly [Option in keyof Required<StoreDefaults>]: string } = {
  staleTime: 'number',
  refetchOnFocus: 'boolean',
  onError: 'function',
}

const wanted: { readonly [type: string]: string } = {
  number: 'milliseconds from 0 up',
  boolean: 'true or false',
  function: 'a function',
}

/** @throws EntityStoreError `invalid_option` */
export function checkDefaults(defaults: StoreDefaults): StoreDefaults {
  if (isDevelopment()) checkOptionNames(defaults, types, 'defaults')
  for (const [option, value] of Object.entries(defaults as Record<string, unknown>)) {
    const type = types[option as keyof StoreDefaults]
    if (value === undefined || (typeof value === type && !(typeof value === 'number' && !(value >= 0))))
      continue
    throw new EntityStoreError(
      'invalid_option',
      `defaults.${option} is ${show(value)}. Pass ${wanted[type]}.`,
    )
  }
  return defaults
}

type Failure = ReadFailed | SavingFailed | DeletingFailed

const operations: { readonly [type: string]: FailedOperation['operation'] | undefined } = {
  'resolution/failed': 'read',
  'saving/failed': 'save',
  'deleting/failed': 'delete',
}

/** Calls back with each failure once it stands in the state. What the callback throws is reported, and fails nothing. */
export function reportFailures(onError: NonNullable<StoreDefaults['onError']>): EntityMiddleware {
  return () => (next) => (action) => {
    const result = next(action)
    for (const one of eachAction(action as StoreAction)) {
      const operation = operations[one.type]
      const { error } = one as { readonly error?: StoredError }
      // What was kept on the device is shown in the place of what the server could not be asked for.
      const isShown = 'isKept' in one && one.isKept === true
      if (operation === undefined || error === undefined || isShown) continue
      try {
        onError(originalError(error) as EntityError, { operation, ...aboutOf(one as Failure) })
      } catch (thrown) {
        reportErrors([thrown])
      }
    }
    return result
  }
}

function aboutOf(action: Failure): Omit<FailedOperation, 'operation'> {
  if (action.type !== 'resolution/failed') {
    const { kind, name, id } = action.target
    return { kind, name, id }
  }
  const { about = addresses.everything } = action
  const [kind, name, key] = namesIn(about)
  if (name === undefined || (key === undefined && namedBy(about).of === 'answer'))
    return { kind: undefined, name: undefined, id: undefined }
  const given = action.args.find((arg) => key !== undefined && String(arg) === key)
  return { kind, name, id: (given as EntityId | undefined) ?? key }
}
