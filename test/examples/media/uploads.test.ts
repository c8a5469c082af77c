import { createEntityStore, type Fetcher, type FetchRequest } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { createUploads } from '../../../examples/playground/media/uploads'
import { until } from '../../support/until'

interface Sent {
  request: FetchRequest
  answer: (id: number) => void
  fail: () => void
}

/** Uploads to a server whose answers wait for the test. */
function openUploads() {
  const sent: Sent[] = []
  const headers = new Headers()
  const fetcher: Fetcher = (request) =>
    new Promise((resolve, reject) => {
      request.signal?.addEventListener('abort', () => reject(request.signal?.reason))
      sent.push({
        request,
        answer: (id) => resolve({ status: 201, headers, data: { id, source_url: `/${id}.png` } }),
        fail: () => reject(new Error('The server is full.')),
      })
    })
  const uploads = createUploads(createEntityStore({ fetcher, devTools: false }))
  const states = () => uploads.read().map(({ state }) => state)
  /** The nth request, once it was sent. */
  const nth = (place: number) => until(() => sent[place] !== undefined)
  return { uploads, states, sent, nth }
}

const files = (...names: string[]) => names.map((name) => new File(['x'], name))

describe('Files on their way', () => {
  it('leave two at a time, in their order', async () => {
    const { uploads, states, sent, nth } = openUploads()
    uploads.add(files('a', 'b', 'c'))
    await nth(1)
    expect(states()).toEqual(['sending', 'sending', 'waiting'])
    sent[0]?.answer(1)
    await nth(2)
    expect(states()).toEqual(['done', 'sending', 'sending'])
    expect(uploads.read()[0]?.mediaId).toBe(1)
  })

  it('keep what they failed with, and are sent again on demand', async () => {
    const { uploads, states, sent, nth } = openUploads()
    uploads.add(files('a'))
    await nth(0)
    sent[0]?.fail()
    await until(() => states()[0] === 'failed')
    expect(uploads.read()[0]?.error).toMatchObject({ message: 'The server is full.' })
    uploads.retry(uploads.read()[0]?.id ?? 0)
    await nth(1)
    sent[1]?.answer(5)
    await until(() => states()[0] === 'done')
    expect(uploads.read()[0]).toMatchObject({ error: null, mediaId: 5 })
  })

  it('that are cancelled are aborted, leave the list, and make room for the next', async () => {
    const { uploads, states, sent, nth } = openUploads()
    uploads.add(files('a', 'b', 'c'))
    await nth(1)
    uploads.cancel(uploads.read()[0]?.id ?? 0)
    expect(sent[0]?.request.signal?.aborted).toBe(true)
    await nth(2)
    expect(states()).toEqual(['sending', 'sending'])
  })

  it('that are cancelled while they wait are never sent', async () => {
    const { uploads, states, sent, nth } = openUploads()
    uploads.add(files('a', 'b', 'c'))
    await nth(1)
    uploads.cancel(uploads.read()[2]?.id ?? 0)
    sent[0]?.answer(1)
    sent[1]?.answer(2)
    await until(() => states().every((state) => state === 'done'))
    expect(sent).toHaveLength(2)
  })

  it('leave the list when it is cleared, but for those under way', async () => {
    const { uploads, states, sent, nth } = openUploads()
    uploads.add(files('a', 'b'))
    await nth(1)
    sent[0]?.fail()
    await until(() => states()[0] === 'failed')
    uploads.clear()
    expect(states()).toEqual(['sending'])
  })
})
