import type { MockAppearance, MockSite } from 'copydesk/testing'
import { expect, inject } from 'vitest'
import type { Role } from '../../examples/wordpress/content'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import { mockWordPressFor } from '../../src/testing/site/serverChanges'
import { comparable } from '../support/comparable'
import { mockOfThePlan } from '../support/mockOfThePlan'
import { rawFetch } from '../support/wordpress'
import { answerOfReal } from './recorded'

/** One answer, with what may be compared. */
export interface Answer {
  status: number
  /** Those of `compared` that it has. */
  headers: Record<string, string>
  // Tests look deep into answers of every shape.
  data: Record<string, unknown> & { id: number }
}

/** Sends one request as somebody; null is a visitor. */
export type Ask = (
  who: Role | null,
  method: string,
  path: string,
  body?: Record<string, unknown> | FormData | string,
  headers?: Record<string, string>,
) => Promise<Answer>

const compared = [
  ...['Allow', 'X-WP-Total', 'X-WP-TotalPages', 'Location'],
  ...['ETag', 'Last-Modified', 'Idempotency-Replayed', 'Retry-After'],
]

/** The mock site with the content of the real one, at the same address and time. */
export function mockOfTheRealSite(appearance: MockAppearance & { durable?: boolean } = {}): MockSite {
  const { version, url } = inject('wordpress')
  return mockOfThePlan({ ...appearance, wordpress: mockWordPressFor(version), url })
}

/** Asks the mock. */
export function askMock(site: MockSite): Ask {
  return async (who, method, path, body, headers) =>
    read(await site.respond(requestOf(site.root, who, method, path, body, headers)))
}

/** Asks the real WordPress. */
export const askReal: Ask = (...asked) => askSite(inject('wordpress'))(...asked)

/** Asks a real WordPress, such as one of a test's own. */
export function askSite(site: Pick<RunningWordPress, 'url' | 'users'>): Ask {
  return async (who, method, path, body, headers = {}) =>
    read(
      await rawFetch(
        who,
        `/wp-json${path}`,
        {
          method,
          headers,
          ...(body !== undefined && {
            body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body),
          }),
        },
        site,
      ),
    )
}

/**
 * Runs the same story on the mock and on the real WordPress, or reads what that was recorded to answer, and compares
 * every answer, field by field. Dates of
 * now, the ids of what the story made, `guid` and `avatar_urls` may differ; nothing else.
 *
 * @param but - Names of further fields that may differ; `outer.inner` where only those in the field `outer` may.
 * @param appearance - What else the mock site looks like, such as the theme of the real one.
 */
export async function onBoth(
  story: (ask: Ask) => Promise<unknown>,
  but: readonly string[] = [],
  appearance: MockAppearance = {},
): Promise<void> {
  const mock = await transcriptOf(story, askMock(mockOfTheRealSite(appearance)), but)
  expect(mock).not.toEqual([])
  expect(mock).toEqual(await answerOfReal(() => transcriptOf(story, askReal, but)))
}

/** What a story was answered, with what may be compared of it. */
async function transcriptOf(
  story: (ask: Ask) => Promise<unknown>,
  ask: Ask,
  but: readonly string[],
): Promise<unknown> {
  const answers: [string, Answer][] = []
  await story(async (who, method, path, body, headers) => {
    const answer = await ask(who, method, path, body, headers)
    answers.push([
      `${who ?? 'a visitor'}: ${method} ${path
        .replace(/(users|comments|tags|categories|menus)\/\d+/, '$1/id')
        .replace(/(\[terms\](?:\[\d*\])?)=[\d,]+/, '$1=ids')}`,
      answer,
    ])
    return answer
  })
  return comparable(answers, but)
}

function requestOf(
  root: string,
  who: Role | null,
  method: string,
  path: string,
  body: unknown,
  sent: Record<string, string> = {},
): Request {
  const headers = new Headers({ ...sent, Authorization: `Basic ${btoa(`${who ?? ''}:`)}` })
  const isPlain = body instanceof FormData || typeof body === 'string' || body === undefined
  if (!isPlain) headers.set('Content-Type', 'application/json')
  const init = { method, headers, ...(body !== undefined && { body: isPlain ? body : JSON.stringify(body) }) }
  return new Request(`${root.replace(/\/$/, '')}${path}`, init)
}

async function read(response: Response): Promise<Answer> {
  const headers = compared.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    data: (await response.json()) as Answer['data'],
  }
}
