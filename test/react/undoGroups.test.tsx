import { createEntityStore, redo, undo, type EditOptions } from 'copydesk'
import { useEntityBlocks, useEntityProp, useEntityRecord } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { after, show } from '../support/screen'
import { passes } from '../support/until'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const codec = {
  parse: (content: string) => [{ clientId: content, name: 'p', attributes: { content }, innerBlocks: [] }],
  serialize: (blocks: readonly { attributes?: { content?: unknown } }[]) =>
    String(blocks[0]?.attributes?.content),
}

/** Two posts on screen, each with what changes it. */
async function desk() {
  const site = createMockSite({
    posts: [
      { id: 1, title: 'A', slug: 'a', content: 'Text A' },
      { id: 2, title: 'B', slug: 'b', content: 'Text B' },
    ],
  })
  const { dispatch, ...store } = createEntityStore({ fetcher: site.fetcher, blocks: codec, devTools: false })
  const forms = new Map<number, ReturnType<typeof useForm>>()
  function useForm(id: number) {
    const record = useEntityRecord('postType', 'post', id)
    const [excerpt, setExcerpt] = useEntityProp('postType', 'post', 'excerpt', id)
    const [blocks, onInput, onChange] = useEntityBlocks('postType', 'post', { id })
    return { ...record, record, excerpt, setExcerpt, blocks, onInput, onChange }
  }
  const Form = ({ id }: { id: number }) => {
    forms.set(id, useForm(id))
    return null
  }
  show(
    { dispatch, ...store },
    <>
      <Form id={1} />
      <Form id={2} />
    </>,
  )
  await passes(async () => {
    await after()
    expect(forms.get(1)?.blocks && forms.get(2)?.blocks).toBeDefined()
  })
  const form = (id: number) => forms.get(id) as ReturnType<typeof useForm>
  const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
  const blocksOf = (content: string) => [
    { clientId: 'one', name: 'p', attributes: { content }, innerBlocks: [] },
  ]
  return {
    site,
    form,
    later,
    typed: async (id: number, text: string, options?: EditOptions) => {
      for (let end = 1; end <= text.length; end++) {
        later(100)
        await after(() => form(id).edit({ title: text.slice(0, end) }, options))
      }
    },
    typedInBlocks: async (id: number, text: string) => {
      for (let end = 1; end <= text.length; end++) {
        later(100)
        const take = end === 1 ? form(id).onChange : form(id).onInput
        await after(() => take(blocksOf(text.slice(0, end))))
      }
    },
    save: async (id: number) => {
      await after(() => form(id).save())
      await passes(async () => {
        await after()
        expect(form(id).record).toMatchObject({ isSaving: false, hasEdits: false })
      })
    },
    undo: () => after(() => dispatch(undo())),
    redo: () => after(() => dispatch(redo())),
    titles: () => [1, 2].map((id) => form(id).editedRecord?.title),
    texts: () => [1, 2].map((id) => form(id).blocks?.[0]?.attributes?.content),
  }
}

describe('one undo', () => {
  it('takes back what was typed last into one post, and leaves the other, which may be off screen', async () => {
    const { typed, later, undo: back, titles } = await desk()
    await typed(1, 'Harbour')
    later(3000)
    await typed(2, 'Bridge')
    await back()
    expect(titles()).toEqual(['Harbour', 'B'])
    await back()
    expect(titles()).toEqual(['A', 'B'])
  })

  it('leaves the other post also where nobody paused', async () => {
    const { typed, undo: back, titles } = await desk()
    await typed(1, 'Harbour')
    await typed(2, 'Bridge')
    await back()
    expect(titles()).toEqual(['Harbour', 'B'])
  })

  it('takes back what was typed since the save, and not what was saved', async () => {
    const { typed, save, undo: back, titles } = await desk()
    await typed(1, 'One')
    await save(1)
    await typed(1, 'One two')
    await back()
    expect(titles()).toEqual(['One', 'B'])
    await back()
    expect(titles()).toEqual(['A', 'B'])
  })

  it('takes back what was typed while a save was under way, and not what was saved', async () => {
    const { site, form, typed, undo: back, titles } = await desk()
    await typed(1, 'One')
    const held = site.hold('PUT /wp/v2/posts/1')
    let saving: Promise<unknown> | undefined
    await after(() => {
      saving = form(1).save()
    })
    expect(form(1).isSaving).toBe(true)
    await typed(1, 'One two')
    await after(() => {
      held.release()
      return saving
    })
    expect(form(1).isSaving).toBe(false)
    await back()
    expect(titles()[0]).toBe('One')
  })

  it('takes back one burst of typing: a pause of a second begins another', async () => {
    const { typed, later, undo: back, titles } = await desk()
    await typed(1, 'One')
    later(1000)
    await typed(1, 'Two')
    await back()
    expect(titles()[0]).toBe('One')
  })

  it('takes back one of two fields, one of two entries of meta, and not what stood before', async () => {
    const { form, undo: back } = await desk()
    await after(() => form(1).edit({ slug: 'x' }))
    await after(() => form(1).edit({ title: 'T' }))
    await after(() => form(1).edit({ meta: { footnotes: '[1]' } }))
    await after(() => form(1).edit({ meta: { subtitle: 's' } }))
    await after(() =>
      form(1).edit((draft) => {
        draft.title = 'TU'
      }),
    )
    await back()
    expect(form(1).editedRecord).toMatchObject({ title: 'T', slug: 'x' })
    expect(form(1).editedRecord?.meta).toMatchObject({ footnotes: '[1]', subtitle: 's' })
    await back()
    expect(form(1).editedRecord?.meta).toMatchObject({ footnotes: '[1]' })
    expect(form(1).editedRecord?.meta).not.toHaveProperty('subtitle', 's')
    await back()
    await back()
    expect(form(1).editedRecord).toMatchObject({ title: 'A', slug: 'x' })
  })

  it('takes back a recipe, and new values of the same field, as the same typing', async () => {
    const { form, undo: back, titles } = await desk()
    await after(() => form(1).edit({ title: 'T' }))
    await after(() =>
      form(1).edit((draft) => {
        draft.title = 'TU'
      }),
    )
    await back()
    expect(titles()[0]).toBe('A')
  })

  it('takes back what useEntityProp has set in a row', async () => {
    const { form, undo: back } = await desk()
    const before = form(1).excerpt
    for (const text of ['E', 'Ex', 'Exc']) await after(() => form(1).setExcerpt(text))
    await back()
    expect(form(1).excerpt).toBe(before)
  })

  it('takes back a finished change alone, with { undoGroup: false } or { isCached: false }', async () => {
    const { typed, undo: back, titles } = await desk()
    for (const options of [{ undoGroup: false }, { isCached: false }]) {
      await typed(1, 'ab', options)
      await back()
      expect(titles()[0]).toBe('a')
      await back()
    }
  })

  it('takes back what joins the level before, of whichever record, with { isCached: true }', async () => {
    const { typed, undo: back, titles } = await desk()
    await typed(1, 'One', { isCached: true })
    await typed(2, 'Two', { isCached: true })
    await back()
    expect(titles()).toEqual(['A', 'B'])
  })

  it('takes back two posts that have changed places at once, and what was typed before by itself', async () => {
    const { typed, undo: back, redo: again, titles } = await desk()
    await typed(1, 'One')
    const undoGroup = { across: 'swap' }
    await typed(1, 'B', { undoGroup })
    await typed(2, 'A', { undoGroup })
    await typed(2, 'Two', { undoGroup: true })
    await back()
    expect(titles()).toEqual(['B', 'A'])
    await back()
    expect(titles()).toEqual(['One', 'B'])
    await again()
    expect(titles()).toEqual(['B', 'A'])
    await typed(1, 'C', { undoGroup: { across: 'other' } })
    await back()
    expect(titles()).toEqual(['B', 'A'])
  })

  it('takes nothing of { undoIgnore: true } back', async () => {
    const { typed, undo: back, titles } = await desk()
    await typed(2, 'Two')
    await typed(1, 'One', { undoIgnore: true })
    await back()
    expect(titles()).toEqual(['One', 'B'])
  })

  it('takes back what was typed into the blocks of one post, since its save', async () => {
    const { typedInBlocks, save, undo: back, redo: again, texts } = await desk()
    await typedInBlocks(1, 'One')
    await typedInBlocks(2, 'Two')
    await back()
    expect(texts()).toEqual(['One', 'Text B'])
    await again()
    await save(2)
    await after()
    await typedInBlocks(2, 'Two three')
    await back()
    expect(texts()).toEqual(['One', 'Two'])
  })

  it('takes back what was typed into blocks, and leaves the title that was set before', async () => {
    const { form, typed, undo: back, texts, titles } = await desk()
    await typed(1, 'T')
    await after(() =>
      form(1).onInput([{ clientId: 'x', name: 'p', attributes: { content: 'X' }, innerBlocks: [] }]),
    )
    await back()
    expect([titles()[0], texts()[0]]).toEqual(['T', 'Text A'])
  })
})
