import { editEntityBlocks, selectEntityBlocks } from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post, refusal, reply, type Rule } from '../../support/fakeServer'
import { mark, paragraph, paragraphCodec, paragraphs } from '../../support/paragraphs'
import { smallSite } from '../registryOf'
import { coreOf, coreWithPosts, first, posts } from './coreOf'

describe('entities', () => {
  it.each([
    ['get one [entities 1]', ['getPostType', 'getUser', 'getUnstableBase']],
    [
      'get several, by the word that each has for that [entities 3]',
      ['getPostTypes', 'getTaxonomies', 'getMediaItems'],
    ],
    ['do something else [entities 2]', ['savePostType', 'deleteUser', 'saveMenuItem']],
  ])('have short names that %s', (what, names) => {
    const { registry } = coreOf()
    const functions: object = { ...registry.select('core'), ...registry.dispatch('core') }
    expect(names.filter((name) => !(name in functions))).toEqual([])
  })

  it.each([
    ['root [entities 5]', 'root'],
    ['postType [entities 12]', 'postType'],
    ['taxonomy [entities 17]', 'taxonomy'],
  ])(
    'of the kind %s say nothing of collaboration, and ask nothing for it [entities 11]',
    async (what, kind) => {
      const { read, log } = coreOf((request) =>
        request.path.startsWith('/wp/v2/taxonomies') ? {} : smallSite(request),
      )
      const configs = (await read('getEntitiesConfig', kind)) as object[]
      expect(configs.filter((config) => 'syncConfig' in config)).toEqual([])
      expect(log.filter((line) => line.includes('/taxonomies'))).toHaveLength(kind === 'taxonomy' ? 1 : 0)
    },
  )

  const draft = { status: 'auto-draft', title: { raw: 'Auto Draft', rendered: '' } }
  it.each([
    [
      'a post that nobody has named becomes a draft without a title [entities 6]',
      'post',
      1,
      { status: 'draft', title: '' },
    ],
    ['a template stays what it is [entities 7]', 'wp_template', 'tides//home', undefined],
  ])('by a save: %s, with nothing else beside [entities 9]', async (what, name, id, added) => {
    const { act, seen } = await coreWithPosts(({ method, data }) =>
      method === 'PUT' ? { ...(data as object), id } : undefined,
    )
    await act('receiveEntityRecords', 'postType', name, [{ ...post(1), ...draft, id, slug: 'a' }])
    await act('editEntityRecord', 'postType', name, id, { slug: 'b' })
    await act('saveEditedEntityRecord', 'postType', name, id)
    expect(seen.at(-1)?.data).toEqual({ slug: 'b', ...added })
  })
})

describe('an image', () => {
  const edit = { src: 'https://example.org/a.jpg', modifiers: [{ type: 'rotate', args: { angle: 90 } }] }
  const attachments = { kind: 'postType', name: 'attachment', baseURL: '/wp/v2/media' }
  const image = ['postType', 'attachment', 5] as const
  async function images(rule: Rule) {
    const core = await coreWithPosts(rule)
    await core.act('addEntities', [attachments])
    return core
  }

  it('without an id is not edited [media 1]', async () => {
    const { act, sent } = await images(() => ({ id: 6 }))
    expect(await act('editMediaEntity', undefined, edit)).toBeUndefined()
    expect(sent()).toEqual([])
  })

  it('is edited by the server, which makes a new one of it [media 3]', async () => {
    const { ask, act, seen } = await images(() => ({ id: 6, source_url: 'b.jpg' }))
    expect(await act('editMediaEntity', 5, edit)).toEqual({ id: 6, source_url: 'b.jpg' })
    expect(seen.at(-1)).toMatchObject({ method: 'POST', data: edit })
    expect(seen.at(-1)?.path).toMatch(/^\/wp\/v2\/media\/5\/edit/)
    expect(ask('getEntityRecord', 'postType', 'attachment', 6)).toEqual({ id: 6, source_url: 'b.jpg' })
    expect(ask('isSavingEntityRecord', ...image)).toBe(false)
  })

  it('that is refused has an error, which is thrown to who asks for that [media 4, 5]', async () => {
    const error = refusal(500, 'rest_unknown_image_file_type')
    const { ask, act } = await images(() => error)
    expect(await act('editMediaEntity', 5, edit)).toBeUndefined()
    expect(ask('getLastEntitySaveError', ...image)).toBe(error)
    await expect(act('editMediaEntity', 5, edit, { throwOnError: true })).rejects.toBe(error)
    expect(ask('isSavingEntityRecord', ...image)).toBe(false)
  })

  it('is sent by the function that is given for that [media 6]', async () => {
    const { act, sent } = await images(() => undefined)
    const apiFetch = vi.fn(() => Promise.resolve({ id: 7 }))
    expect(await act('editMediaEntity', 5, edit, { __unstableFetch: apiFetch })).toEqual({ id: 7 })
    expect(apiFetch).toHaveBeenCalledTimes(1)
    expect(sent()).toEqual([])
  })

  it('of which the server says nothing is nothing, and nothing is kept of it [media 7]', async () => {
    const { ask, act } = await images(() => reply(null))
    expect(await act('editMediaEntity', 5, edit)).toBeUndefined()
    expect(ask('isSavingEntityRecord', ...image)).toBe(false)
    expect(ask('hasEntityRecord', ...image)).toBe(false)
  })
})

/** A post with a text and a meta, in a store that reads blocks. */
async function withBlocks(text: string, meta: object | undefined, codec: BlockCodecOf = paragraphCodec()) {
  const core = await coreWithPosts(() => undefined, { storeOptions: { blocks: codec } })
  const { meta: standard, ...fields } = post(1, { content: { raw: text, rendered: text } })
  await core.act('receiveEntityRecords', ...posts, [{ ...fields, ...(meta && { meta }) }])
  return {
    ...core,
    codec,
    blocks: () => selectEntityBlocks(core.store.getState(), ...first),
    write: (...blocks: ReturnType<typeof paragraph>[]) =>
      core.store.dispatch(editEntityBlocks(...first, blocks)),
    metaOf: () => (core.ask('getEditedEntityRecord', ...first) as { meta?: { footnotes?: string } }).meta,
  }
}
type BlockCodecOf = ReturnType<typeof paragraphCodec> & { readonly version?: () => unknown }

describe('the blocks of a text', () => {
  it('are parsed once for the same text and the same block types [parsed 1]', async () => {
    const { act, blocks, codec } = await withBlocks(paragraphs('One'), {})
    const before = blocks()
    await act('receiveEntityRecords', ...posts, [post(1, { content: { raw: paragraphs('One') }, slug: 'b' })])
    expect(blocks()).toBe(before)
    expect(codec.parsed).toHaveLength(1)
  })

  it('are parsed anew for another text [parsed 2]', async () => {
    const { act, blocks } = await withBlocks(paragraphs('One'), {})
    blocks()
    await act('receiveEntityRecords', ...posts, [post(1, { content: { raw: paragraphs('Two') } })])
    expect(blocks()).toMatchObject([{ attributes: { content: 'Two' } }])
  })

  it('are parsed anew once more block types are there [parsed 3]', async () => {
    const codec = { ...paragraphCodec(), version: () => types, types: 0 }
    let types = 1
    const { act, blocks } = await withBlocks(paragraphs('One'), {}, codec)
    blocks()
    types = 2
    await act('receiveEntityRecords', ...posts, [post(1, { content: { raw: paragraphs('One') }, slug: 'b' })])
    blocks()
    expect(codec.parsed).toHaveLength(2)
  })
})

describe('footnotes', () => {
  const warn = vi.fn<(...message: unknown[]) => void>()
  beforeEach(() => {
    warn.mockClear()
    vi.spyOn(console, 'warn').mockImplementation(warn)
  })
  afterEach(() => vi.restoreAllMocks())
  const marked = () => paragraph(`A${mark('a', '*')}`)

  it.each([
    ['there is no meta [footnotes 1]', undefined],
    ['meta has none registered [footnotes 2]', { other: 1 }],
  ])('are left as they are where %s', async (what, meta) => {
    const { write, blocks, metaOf } = await withBlocks('', meta)
    const written = marked()
    write(written)
    expect(blocks()).toEqual([written])
    expect(metaOf()).toEqual(meta)
  })

  it.each([
    ['an empty list [footnotes 3]', '[]', 0],
    ['null [footnotes 4]', 'null', 1],
    ['a number [footnotes 5]', '5', 1],
    ['an object [footnotes 6]', '{}', 1],
    ['a text [footnotes 7]', '"five"', 1],
    ['JSON that is broken [footnotes 8]', '[{"id":"a"', 1],
    ['a list that was cut off [footnotes 9]', '[{"id":"a","content":"x"},', 1],
    ['no JSON at all [footnotes 10]', 'five', 1],
  ])(
    'begin anew, and nothing is thrown, where their list is %s [footnotes 11]',
    async (what, list, warnings) => {
      const { write, blocks, metaOf } = await withBlocks('', { footnotes: list })
      write(marked())
      expect(JSON.parse(metaOf()?.footnotes ?? '')).toEqual([{ id: 'a', content: '' }])
      expect(blocks()).toMatchObject([{ attributes: { content: `A${mark('a', 1)}` } }])
      expect(warn.mock.calls).toHaveLength(warnings)
    },
  )
})
