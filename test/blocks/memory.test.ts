import {
  createEntityStore,
  loadEntityConfigs,
  receiveEntityRecords,
  removeEntityRecords,
  selectEntityBlocks,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'
import { paragraphCodec } from '../support/paragraphs'
import { turn } from '../support/until'

const content = (id: number, text = 'Text') => ({
  raw: `<!-- wp:paragraph -->\n<p>${text} ${id}</p>\n<!-- /wp:paragraph -->`,
  rendered: '',
})

async function setUp() {
  const codec = paragraphCodec()
  const store = createEntityStore({ fetcher: fakeServer().fetcher, devTools: false, blocks: codec })
  await store.dispatch(loadEntityConfigs('postType'))
  const receive = (id: number, fields: Record<string, unknown> = {}) =>
    store.dispatch(receiveEntityRecords('postType', 'post', [post(id, { content: content(id), ...fields })]))
  const blocks = (id: number) => selectEntityBlocks(store.getState(), 'postType', 'post', id)
  return { store, codec, receive, blocks }
}

describe('the blocks of many records', () => {
  it('are parsed once each, and stay the same objects however many are on screen', async () => {
    const { codec, receive, blocks } = await setUp()
    const ids = Array.from({ length: 300 }, (none, at) => at + 1)
    for (const id of ids) receive(id)
    const shown = ids.map(blocks)
    ids.forEach((id, at) => expect(blocks(id)).toBe(shown[at]))
    ids.forEach((id, at) => expect(blocks(id)).toBe(shown[at]))
    expect(codec.parsed).toHaveLength(300)
  })

  it('stay the same where another field of the record changes', async () => {
    const { codec, receive, blocks } = await setUp()
    receive(1)
    const before = blocks(1)
    receive(1, { slug: 'other' })
    expect(blocks(1)).toBe(before)
    expect(codec.parsed).toHaveLength(1)
    receive(1, { content: content(1, 'Other') })
    expect(blocks(1)?.[0]?.attributes).toEqual({ content: 'Other 1' })
  })

  it('are let go of with their records', async () => {
    const { store, receive, blocks } = await setUp()
    const gone: WeakRef<object>[] = []
    for (let id = 1; id <= 500; id++) {
      receive(id)
      gone.push(new WeakRef(blocks(id)?.[0] as object))
      store.dispatch(removeEntityRecords('postType', 'post', id))
    }
    await collectGarbage()
    expect(gone.filter((block) => block.deref()).length).toBeLessThan(150)
  })
})

async function collectGarbage(): Promise<void> {
  const { setFlagsFromString } = await import('node:v8')
  const { runInNewContext } = await import('node:vm')
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    await turn()
    gc()
  }
}
