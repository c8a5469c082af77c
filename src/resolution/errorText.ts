import { linkTo } from '../core/errors'
import { isDevelopment } from '../core/isDevelopment'
import { isRecord, own } from '../core/plain'
import { decodeEntities } from '../rest/decodeEntities'
import { codeOf, isAbortError, statusOf } from '../rest/restError'

/** Options of {@link errorText}. */
export interface ErrorTextOptions {
  /**
   * Gives one of the texts of `errorTexts` in another language. What the server says of itself is in the site's language
   * already, and is not passed. Default: English.
   */
  readonly translate?: (text: string) => string
}

const noConnection = 'There is no connection to the internet. Try again when there is one.'
const signIn = 'You are not signed in, or your session has ended. Sign in and try again.'
const gone = 'This is not there any more.'
const busy = 'The site is busy at the moment. Try again later.'
const broken = 'The site has a problem at the moment. Try again later.'
const unclear = 'The site gave an answer that makes no sense. Try again later.'
const unexpected = 'Something went wrong in this page. Reload it and try again.'
const overtaken = 'Somebody else has changed the same while you saved. Look at what is there now.'
const refused = 'The site has refused this.'

const byCode: Readonly<Record<string, string>> = {
  offline_error: noConnection,
  fetch_error: 'The site could not be reached. Check the connection and try again.',
  timeout_error: 'The site took too long to answer. Try again.',
  redirected: 'The site has moved to another address. Tell whoever looks after it.',
  invalid_json: unclear,
  invalid_response: unclear,
  rest_cookie_invalid_nonce: signIn,
  other_user: signIn,
  batch_not_executed: 'This was not saved, as something else could not be saved with it.',
  unknown_entity: 'The site does not have what was asked for.',
  save_conflict: 'Somebody else has changed the same. Choose what to keep.',
  local_reference: 'This needs something that is not saved yet. Save everything.',
  queue_held: 'Some of your changes wait for you to look at them.',
}

const byReason: Readonly<Record<string, string>> = {
  trashed: 'Somebody else has put this into the trash. Choose what to keep.',
  gone: 'This has been deleted meanwhile. Copy what you need of it.',
  overtaken,
}

const byStatus: Readonly<Record<number, string>> = {
  401: signIn,
  403: 'You may not do this.',
  404: gone,
  410: gone,
  413: 'This is too large for the site.',
  429: busy,
  503: busy,
}

const stopped = 'This was stopped.'

/** Every text of {@link errorText}, to be translated. */
export const errorTexts: readonly string[] = [
  ...new Set([
    ...Object.values(byCode),
    ...Object.values(byReason),
    ...Object.values(byStatus),
    broken,
    refused,
    stopped,
    unexpected,
  ]),
]

/**
 * What went wrong, in a sentence for whoever reads or writes on the page; `error.message` is for developers. Where the
 * site itself has refused something (400 to 499, or a file), it is the site's own sentence, and for each field that it names.
 * @param error - What a read or write failed with; '' for undefined and null.
 * @example
 * {saveError && <p role="alert">{errorText(saveError)}</p>}
 */
export function errorText(error: unknown, { translate = (text) => text }: ErrorTextOptions = {}): string {
  if (error === undefined || error === null) return ''
  return ownTextOf(error) ?? translate(defaultText(error))
}

function defaultText(error: unknown): string {
  if (isAbortError(error)) return stopped
  const status = statusOf(error)
  return (
    own(byReason, reasonOf(error)) ??
    own(byCode, codeOf(error)) ??
    byStatus[status] ??
    (status >= 500 ? broken : status >= 400 ? refused : unexpected)
  )
}

function reasonOf(error: unknown): string {
  const { conflict } = Object(error) as { readonly conflict?: unknown }
  return isRecord(conflict) ? String(conflict.reason) : ''
}

/** What the site says of a refusal; undefined where it says nothing, or nothing that helps. */
function ownTextOf(error: unknown): string | undefined {
  const [status, code] = [statusOf(error), codeOf(error)]
  // WordPress refuses files with a 500, too.
  const isRefusal = status >= 400 && (status < 500 || code.startsWith('rest_upload_'))
  const isSpoken = isRefusal && ![401, 404, 410, 429].includes(status)
  if (!isSpoken || code === 'unknown_error' || Object.hasOwn(byCode, code)) return undefined
  const { message, data } = Object(error) as { readonly message?: unknown; readonly data?: unknown }
  const { params } = isRecord(data) ? data : {}
  const fields = isRecord(params) ? Object.values(params).filter((text) => typeof text === 'string') : []
  const text = fields.length > 0 ? fields.join(' ') : message
  // Of an answer without a sentence the fetcher says which request it was.
  const isSaid =
    typeof text === 'string' &&
    text !== '' &&
    !text.endsWith(isDevelopment() ? `was answered with status ${status}.` : linkTo(code))
  return isSaid ? plainText(text) : undefined
}

/** A sentence of WordPress without its tags and entities. */
function plainText(text: string): string {
  return decodeEntities(text.replace(/<[^>]*>/g, '')).trim()
}
