import { type FetchRequest, RestError } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { sendFile } from '../../src/rest/sendFile'
import { fakeServer, refusal, settle, type Rule, type SeenRequest } from '../support/fakeServer'

const attachment = { id: 12, source_url: 'https://x.org/boat.png' }
const png = new File(['picture'], 'boat.png', { type: 'image/png' })

function sending(rule?: Rule) {
  const server = fakeServer(rule)
  const request = { path: '/wp/v2/media', method: 'POST', data: {} }
  return {
    ...server,
    send: (
      file: Blob = png,
      { fileName, ...rest }: FetchRequest & { fileName?: string | undefined } = {},
    ) => {
      const answer = sendFile(server.fetcher, { ...request, ...rest }, file, fileName)
      answer.catch(() => undefined)
      return answer
    },
  }
}

/** The form that a request sent. */
function formOf(request: SeenRequest | undefined): FormData {
  const body = request?.request.body
  if (!(body instanceof FormData)) throw new Error('The request has no form.')
  return body
}

function textsOf(form: FormData): Record<string, unknown> {
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
}

function fileOf(form: FormData): File {
  return form.get('file') as File
}

/** The error of a server that kept the file and then broke down. */
function brokeDown(id = '12', status = 500): RestError {
  const headers = new Headers(id ? { 'X-WP-Upload-Attachment-ID': id } : {})
  return new RestError({ code: 'out_of_memory', message: 'No memory.', status, data: { at: 1 }, headers })
}

describe('sendFile', () => {
  it('sends fields along: texts, numbers, nested ones, none that is undefined', async () => {
    const { send, seen } = sending(() => attachment)
    const meta = { credit: 'Ann', years: [1, 2], isFree: false }
    await send(png, {
      data: { title: 'A boat', alt_text: 'Båt', post: 4, caption: undefined, meta },
    })
    expect(textsOf(formOf(seen[0]))).toEqual({
      title: 'A boat',
      alt_text: 'Båt',
      post: '4',
      'meta[credit]': 'Ann',
      'meta[years][0]': '1',
      'meta[years][1]': '2',
      'meta[isFree]': 'false',
    })
  })

  it.each([
    [new Blob(['a'], { type: 'image/png' }), undefined, 'upload.png'],
    [new Blob(['a'], { type: 'image/svg+xml' }), undefined, 'upload.svg'],
    [new Blob(['a'], { type: 'text/csv;charset=utf-8' }), undefined, 'upload.csv'],
    [new Blob(['a'], { type: 'image/png' }), 'harbour.png', 'harbour.png'],
    [png, 'harbour.png', 'harbour.png'],
    [new File(['a'], 'Hafen – früh.png'), undefined, 'Hafen – früh.png'],
  ])('names the file: %o, given %s, as %s', async (file, fileName, name) => {
    const { send, seen } = sending(() => attachment)
    await send(file, { fileName })
    expect(fileOf(formOf(seen[0])).name).toBe(name)
  })
})

describe('a file that the server kept while it failed', () => {
  it('is finished by the server', async () => {
    const { send, log, seen } = sending(({ path }) =>
      path.endsWith('/post-process') ? attachment : brokeDown(),
    )
    expect((await send()).data).toEqual(attachment)
    expect(log).toEqual(['POST /wp/v2/media', 'POST /wp/v2/media/12/post-process'])
    expect(seen[1]?.data).toEqual({ action: 'create-image-subsizes' })
  })

  it('is tried five times, and may still be finished at the fifth', async () => {
    let tries = 0
    const { send, log } = sending(({ path }) =>
      path.endsWith('/post-process') && ++tries === 5 ? attachment : brokeDown(),
    )
    expect((await send()).data).toEqual(attachment)
    expect(log).toHaveLength(6)
  })

  it('is deleted after five tries, and the error is what the server said first', async () => {
    const last = refusal(504, 'gateway')
    const { send, log } = sending(({ path, method }) => {
      if (method === 'DELETE') return { deleted: true }
      return path.endsWith('/post-process') ? last : brokeDown()
    })
    const error = await send().then(String, (thrown: unknown) => thrown)
    expect(log).toEqual([
      'POST /wp/v2/media',
      ...Array.from({ length: 5 }, () => 'POST /wp/v2/media/12/post-process'),
      'DELETE /wp/v2/media/12?force=true',
    ])
    expect(error).toMatchObject({
      name: 'RestError',
      code: 'out_of_memory',
      message: 'No memory. Attachment 12 could not be finished in 5 tries and was deleted.',
      status: 500,
      data: { at: 1 },
      cause: last,
    })
  })

  it('may be left behind where it can not be deleted, and the error says so', async () => {
    const { send } = sending(() => brokeDown())
    await expect(send()).rejects.toThrow(
      'Attachment 12 could not be finished in 5 tries and could not be deleted.',
    )
  })

  it('is deleted when the caller gives up meanwhile', async () => {
    const controller = new AbortController()
    const { send, waiting, seen } = sending(({ path }) => (path === '/wp/v2/media' ? brokeDown() : undefined))
    const sent = send(png, { signal: controller.signal })
    await settle()
    expect(waiting.map(({ path }) => path)).toEqual(['/wp/v2/media/12/post-process'])
    controller.abort()
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
    expect(waiting.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /wp/v2/media/12?force=true',
    ])
    expect(seen.at(-1)?.request.signal).toBeUndefined()
    waiting[0]?.fail(refusal(500, 'broken'))
    await settle()
  })

  it.each([
    ['nothing was kept', brokeDown('')],
    ['the file was refused', brokeDown('12', 403)],
    ['the id is no id', brokeDown('12/../../users/1')],
    ['no answer came', refusal(0, 'fetch_error')],
    ['the error is another one', new Error('Broken.')],
  ])('is not asked about when %s', async (title, error) => {
    const { send, log } = sending(() => error)
    await expect(send()).rejects.toBe(error)
    expect(log).toEqual(['POST /wp/v2/media'])
  })
})
