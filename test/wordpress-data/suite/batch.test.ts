import { describe, expect, it } from 'vitest'
import { answersBatches, batchedIn, batchRefusal, batchSchema, refusedEntry } from '../../support/batches'
import { post, refusal, reply, type Rule } from '../../support/fakeServer'
import { smallSite } from '../registryOf'
import { coreWithPosts, posts } from './coreOf'
import { turn } from '../../support/until'

type Writes = Record<string, (...args: unknown[]) => Promise<unknown>>

const create =
  (title: string, options?: object) =>
  ({ saveEntityRecord }: Writes) =>
    saveEntityRecord?.(...posts, { title }, options)
const update = (id: number, options?: object) => (writes: Writes) =>
  writes.saveEntityRecord?.(...posts, { id, slug: `new-${id}` }, options)

async function batchStore(rule: Rule = answersBatches(smallSite)) {
  const core = await coreWithPosts(rule)
  return {
    ...core,
    run: (...requests: ((writes: Writes) => unknown)[]) => core.act('__experimentalBatch', requests),
    batches: () => core.seen.map(batchedIn).filter(({ length }) => length > 0),
  }
}

const strictly = { throwOnError: true }

describe('a batch', () => {
  it('of nothing is nothing [batch 1]', async () => {
    const { run, sent } = await batchStore()
    expect(await run()).toEqual([])
    expect(sent()).toEqual([])
  })

  it('gives each part what the server answered for it, by one request [batch 2; processor 1]', async () => {
    const { run, batches } = await batchStore()
    expect(await run(create('A'), update(1), update(2))).toMatchObject([
      { id: 9 },
      { id: 1 },
      { slug: 'new-2' },
    ])
    expect(batches()).toEqual([
      [
        { path: '/wp/v2/posts', method: 'POST', body: { title: 'A' } },
        { path: '/wp/v2/posts/1', method: 'PUT', body: { slug: 'new-1' } },
        { path: '/wp/v2/posts/2', method: 'PUT', body: { slug: 'new-2' } },
      ],
    ])
  })

  it('takes an answer that is no object [batch 3]', async () => {
    const { run, ask } = await batchStore(
      answersBatches(({ method }) => (method === 'DELETE' ? reply(null, { status: 204 }) : post(1))),
    )
    const remove = (id: number) => (writes: Writes) =>
      writes.deleteEntityRecord?.(...posts, id, { force: true })
    expect(await run(remove(1), remove(2))).toEqual([null, null])
    expect(ask('getLastEntityDeleteError', ...posts, 1)).toBeUndefined()
  })

  it('waits for parts that write later, and not for those that never do [batch 4, 5]', async () => {
    const { run, batches } = await batchStore()
    const later = async (writes: Writes) => {
      await turn()
      return update(2)(writes)
    }
    const never = () => 'nothing'
    expect(await run(update(1), later, never)).toMatchObject([{ id: 1 }, { id: 2 }, 'nothing'])
    expect(batches().map(({ length }) => length)).toEqual([2])
  })

  it('begins anew after it has ended [batch 6]', async () => {
    const { run, batches } = await batchStore()
    await run(update(1), update(2))
    await run(update(3), update(4))
    expect(batches().map((requests) => requests.map(({ path }) => path?.at(-1)))).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('fails in the parts that the server refuses, and only in those [batch 7; processor 2]', async () => {
    const { run, ask } = await batchStore(
      answersBatches((seen) => (seen.path.endsWith('/2') ? refusal(403, 'forbidden') : smallSite(seen))),
    )
    expect(await run(update(1), update(2))).toMatchObject([{ id: 1 }, undefined])
    expect(ask('getLastEntitySaveError', ...posts, 2)).toMatchObject({ code: 'forbidden' })
    expect(ask('getLastEntitySaveError', ...posts, 1)).toBeUndefined()
  })

  it('writes nothing where one part is invalid, and says so of each [processor 2]', async () => {
    const { run, ask } = await batchStore(({ path, method }) => {
      if (path !== '/batch/v1') return undefined
      return method === 'OPTIONS'
        ? batchSchema(25)
        : batchRefusal([null, refusedEntry(400, 'rest_invalid_param')])
    })
    await run(update(1), update(2)).catch(() => undefined)
    expect(ask('getLastEntitySaveError', ...posts, 2)).toMatchObject({ code: 'rest_invalid_param' })
    expect(ask('getLastEntitySaveError', ...posts, 1)).toBeDefined()
    expect(ask('hasEntityRecord', ...posts, 1)).toBe(false)
  })

  it.each<[what: string, answer: unknown]>([
    ['does not come through [batch 8]', refusal(500, 'broken')],
    [
      'is answered for fewer than were sent [batch 9]',
      reply({ responses: [{ status: 200, body: post(1) }] }),
    ],
  ])('rejects whole where it %s', async (what, answer) => {
    const { run, ask } = await batchStore(({ path, method }) => {
      if (path !== '/batch/v1') return undefined
      return method === 'OPTIONS' ? batchSchema(25) : answer
    })
    await expect(run(update(1, strictly), update(2, strictly))).rejects.toBeInstanceOf(Error)
    expect([1, 2].map((id) => ask('isSavingEntityRecord', ...posts, id))).toEqual([false, false])
    expect(ask('getLastEntitySaveError', ...posts, 2)).toBeDefined()
  })
})
