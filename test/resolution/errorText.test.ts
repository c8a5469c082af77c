import { EntityStoreError, errorText, errorTexts, RestError } from 'copydesk'
import { describe, expect, it, vi } from 'vitest'

const rest = (status: number, code: string, message = 'GET /wp/v2/posts/7 went wrong.', data?: unknown) =>
  new RestError({ status, code, message, data })

describe('What a person reads of an error', () => {
  it.each([
    ['a network that is gone', rest(0, 'offline_error'), /no connection/],
    ['a site that does not answer', rest(0, 'fetch_error'), /could not be reached/],
    ['a session that has ended', rest(401, 'rest_forbidden', 'Sorry.'), /Sign in/],
    ['a nonce that is too old', rest(403, 'rest_cookie_invalid_nonce', 'Cookie check failed'), /Sign in/],
    ['a record that is gone', rest(404, 'rest_post_invalid_id', 'Invalid post ID.'), /not there any more/],
    ['a site that is busy', rest(429, 'too_many', 'Slow down.'), /busy/],
    ['a site that is broken', rest(500, 'internal_server_error', 'Fatal error in x.php'), /has a problem/],
    ['a page of HTML', rest(200, 'invalid_json'), /makes no sense/],
    ['a conflict', new EntityStoreError('save_conflict', 'Record 7 was changed.'), /Somebody else/],
    [
      "a developer's mistake",
      new EntityStoreError('missing_id', 'undefined is not an id.'),
      /went wrong in this page/,
    ],
    ['what is no error', 'boom', /went wrong in this page/],
    ['an abort', new DOMException('Aborted', 'AbortError'), /stopped/],
  ])('says what to do about %s, and nothing for developers', (_, error, text) => {
    expect(errorText(error)).toMatch(text)
    expect(errorText(error)).not.toMatch(/wp\/v2|undefined|postType|Record 7/)
  })

  it("is the site's own sentence where it has refused something, as text", () => {
    const refusal = rest(403, 'rest_cannot_edit', 'Sorry, <strong>you</strong> can&#8217;t edit this.')
    expect(errorText(refusal)).toBe('Sorry, you can’t edit this.')
  })

  it("is the site's own sentence where it has refused a file, which WordPress does with a 500", () => {
    const refusal = rest(
      500,
      'rest_upload_unknown_error',
      'Sorry, you are not allowed to upload this file type.',
    )
    expect(errorText(refusal)).toBe('Sorry, you are not allowed to upload this file type.')
  })

  it('says of each field what the site has against it', () => {
    const params = { title: 'The title is too long.', slug: 'The slug is taken.' }
    const refusal = rest(400, 'rest_invalid_param', 'Invalid parameter(s): title, slug', { params })
    expect(errorText(refusal)).toBe('The title is too long. The slug is taken.')
  })

  it('names no request where the site has said nothing', () => {
    const message = 'PUT /wp/v2/posts/7 was answered with status 409.'
    expect(errorText(rest(409, 'busy', message))).toBe('The site has refused this.')
    expect(errorText(rest(403, 'unknown_error', message))).toBe('You may not do this.')
  })

  it('names no request in production either, where such an error says its code and a link', () => {
    vi.stubEnv('NODE_ENV', 'production')
    const error = new RestError({ code: 'busy', message: '', request: 'PUT /wp/v2/posts/7', status: 409 })
    expect(error.message).toBe('PUT /wp/v2/posts/7: busy: see docs/reference/errors.md#busy of copydesk')
    expect(errorText(error)).toBe('The site has refused this.')
    vi.unstubAllEnvs()
  })

  it('is nothing without an error, and the same for one that came with the page as JSON', () => {
    expect(errorText(undefined)).toBe('')
    expect(errorText({ name: 'RestError', code: 'offline_error', message: 'GET /', status: 0 })).toMatch(
      /no connection/,
    )
  })

  it('is in another language where it is translated, and all of its texts are listed', () => {
    const translate = (text: string) => (errorTexts.includes(text) ? `German: ${text}` : 'not listed')
    const errors = [rest(0, 'offline_error'), rest(500, 'x'), rest(409, 'unknown_error'), new Error('x')]
    for (const error of errors) expect(errorText(error, { translate })).toMatch(/^German: /)
  })

  // Nobody can tell who has deleted a record for good: it may have been the same person, in another tab.
  it.each([
    ['trashed', /^Somebody else has put this into the trash/],
    ['gone', /^This has been deleted/],
    ['overtaken', /^Somebody else has changed the same/],
  ])('tells of a record that was changed meanwhile: %s', (reason, text) => {
    const error = Object.assign(new EntityStoreError('save_conflict', 'Record 7'), { conflict: { reason } })
    expect(errorText(error)).toMatch(text)
    expect(errorTexts).toContain(errorText(error))
  })
})
