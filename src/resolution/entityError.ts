import type { EntityStoreError } from '../core/errors'
import type { RestError } from '../rest/restError'

/**
 * What reads and writes fail with: an error of the server or the network, or of the store. What a fetcher of your own
 * rejects with is passed on as it is: let it reject with a `RestError`. A read or write that its signal gave up fails with
 * that signal's `AbortError`.
 */
export type EntityError = RestError | EntityStoreError
