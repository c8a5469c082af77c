import { act, renderHook } from '@testing-library/react'
import { registerBlockType, unregisterBlockType } from '@wordpress/blocks'
import { EntityProvider, useEntityBlockEditor } from 'copydesk/wordpress-data'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../support/fakeServer'
import { smallSite } from '../registryOf'
import { answered, pageOf } from './rendering'

const note = 'copydesk/note'
const write = (text: string) => `<!-- wp:${note} {"text":"${text}"} /-->`

beforeAll(() => {
  registerBlockType(note, {
    apiVersion: 3,
    title: 'Note',
    category: 'text',
    attributes: { text: { type: 'string' } },
    edit: () => null,
    save: () => null,
  } as never)
})
afterAll(() => unregisterBlockType(note))

/** A post of two notes, and the blocks that an editor gets of it. */
async function editorOf(fields: Record<string, unknown> = {}) {
  const page = pageOf((request) =>
    request.method === 'GET' && /\/posts\/1\?/.test(request.path)
      ? post(1, { content: { raw: `${write('a')}\n\n${write('b')}`, rendered: '' }, ...fields })
      : smallSite(request),
  )
  const shown = page.render(() => useEntityBlockEditor('postType', 'post', { id: 1 }))
  await answered()
  return { ...page, shown }
}

describe('useEntityBlockEditor', () => {
  it('parses the text once: the blocks of an editor that mounts again are the same', async () => {
    const { shown, render } = await editorOf()
    const [blocks] = shown.current
    expect(blocks?.map(({ name, attributes }) => [name, attributes.text])).toEqual([
      [note, 'a'],
      [note, 'b'],
    ])
    expect(render(() => useEntityBlockEditor('postType', 'post', { id: 1 })).current[0]).toBe(blocks)
  })

  it('gives no blocks without an id, and none of an empty text', async () => {
    const { render, shown } = await editorOf({ content: { raw: '', rendered: '' } })
    expect(shown.current[0]).toEqual([])
    expect(render(() => useEntityBlockEditor('postType', 'post')).current[0]).toBeUndefined()
  })

  it('takes what is typed and what is finished, as blocks by identity and as text when it is saved', async () => {
    const { shown, select, dispatch, seen } = await editorOf()
    const [blocks = []] = shown.current
    const typed = [{ ...blocks[0]!, attributes: { text: 'typed' } }, blocks[1]!]
    act(() => shown.current[1](typed, { selection: { initialPosition: 0 } }))
    expect(shown.current[0]).toBe(typed)
    expect(select.getEditedEntityRecord?.('postType', 'post', 1)).toMatchObject({
      selection: { initialPosition: 0 },
    })
    const finished = [typed[0]!]
    act(() => shown.current[2](finished))
    expect(shown.current[0]).toBe(finished)
    expect(select.hasEditsForEntityRecord?.('postType', 'post', 1)).toBe(true)
    await act(async () => dispatch.saveEditedEntityRecord?.('postType', 'post', 1))
    expect(seen.at(-1)?.data).toEqual({ content: write('typed') })
    expect(shown.current[0]).toBe(finished)
    await act(async () => dispatch.undo?.())
    expect(shown.current[0]).not.toBe(finished)
  })

  it('closes the undo step where nothing is new', async () => {
    const { shown, dispatch, select } = await editorOf()
    const [blocks = []] = shown.current
    act(() => shown.current[1]([blocks[0]!]))
    act(() => shown.current[2](shown.current[0] ?? []))
    act(() => shown.current[1]([]))
    await act(async () => dispatch.undo?.())
    expect(shown.current[0]).toEqual([blocks[0]])
    await act(async () => dispatch.undo?.())
    expect(select.hasUndo?.()).toBe(false)
  })

  it('keeps the list of footnotes in step', async () => {
    const { shown, select } = await editorOf({ meta: { footnotes: '', a: 1 } })
    const [blocks = []] = shown.current
    const marked = '<sup data-fn="f1"><a href="#f1">7</a></sup>'
    act(() => shown.current[2]([{ ...blocks[0]!, attributes: { text: marked } }]))
    const edited = select.getEditedEntityRecord?.('postType', 'post', 1) as {
      meta: { footnotes: string; a: number }
    }
    expect(JSON.parse(edited.meta.footnotes)).toEqual([{ id: 'f1', content: '' }])
    expect(edited.meta.a).toBe(1)
    expect(shown.current[0]?.[0]?.attributes.text).toContain('>1<')
  })

  it('shows a provided revision, and edits nothing', async () => {
    const { wrapper: Registry, select } = pageOf((request) =>
      request.path.includes('/revisions/11')
        ? { id: 11, parent: 1, content: { raw: write('before') } }
        : smallSite(request),
    )
    const { result } = renderHook(() => useEntityBlockEditor('postType', 'post'), {
      wrapper: ({ children }) => (
        <Registry>
          <EntityProvider kind="postType" type="post" id={1} revisionId={11}>
            {children}
          </EntityProvider>
        </Registry>
      ),
    })
    await answered()
    expect(result.current[0]?.map(({ attributes }) => attributes.text)).toEqual(['before'])
    act(() => result.current[2]([]))
    expect(select.getEntityRecordEdits?.('postType', 'post', 1)).toBeUndefined()
  })
})
