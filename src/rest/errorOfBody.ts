import { isRecord } from '../core/plain'
import type { ResponseHeaders } from '../core/fetchContract'
import { RestError } from './restError'

/** What the body of an error says, in the words of its server. */
interface ErrorText {
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly fields?: { readonly [field: string]: string } | undefined
}

/**
 * Gives the `RestError` for the parsed body of an answer (or of one part of a batch) with an error status: WordPress's
 * `{ code, message, data }`, else what other servers answer, with the whole body as `data`.
 * @param text - What the body says, where the caller knows how to read it.
 */
export function errorOfBody(
  body: unknown,
  status: number,
  request: string,
  headers?: ResponseHeaders,
  text?: ErrorText,
): RestError {
  const fields = isRecord(body) ? body : {}
  const isKnown = text === undefined && isText(fields.code)
  const { code, message } = text ?? (isKnown ? errorTextFrom(fields.code, fields.message) : textIn(fields))
  return new RestError({
    code: code || 'unknown_error',
    message: message || `${request} was answered with status ${status}.`,
    request,
    status,
    data: text?.fields ? { params: text.fields } : isKnown ? fields.data : body,
    headers,
    body,
  })
}

/** What other servers say: problem details, JSON:API, and `{ error }` as a text or an object. */
function textIn(body: Readonly<Record<string, unknown>>): ErrorText {
  const { message, title, detail, type, errors, error } = body
  if (isText(message)) return { message }
  if (isText(title) || isText(detail))
    return {
      code: type === 'about:blank' ? undefined : texts(type)[0],
      message: texts(title, detail).join(': '),
    }
  if (Array.isArray(errors) && isRecord(errors[0])) {
    const all = errors.filter(isRecord)
    const sentences = all.map((one) => texts(one.detail, one.title, one.message)[0])
    return { code: texts(...all.map((one) => one.code))[0], message: texts(...sentences).join(' ') }
  }
  if (isRecord(error)) return errorTextFrom(error.code, error.message)
  return errorTextFrom(undefined, error)
}

function errorTextFrom(code: unknown, message: unknown): ErrorText {
  return { code: texts(code)[0], message: texts(message)[0] }
}

function texts(...values: readonly unknown[]): readonly string[] {
  return values.filter(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
