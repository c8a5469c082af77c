import { createReduxStore } from '@wordpress/data'
import { describe, expect, it } from 'vitest'
import { registryOf } from './registryOf'

type Lazy = (record: object) => string
const block = (content: string) => ({ name: 'core/paragraph', attributes: { content }, innerBlocks: [] })

/** A registry with a post that is edited by blocks, and how often its text was written. */
async function editedByBlocks(write: (record: { readonly blocks?: readonly unknown[] }) => string) {
  const site = registryOf()
  await site.resolve.getEntityRecord?.('postType', 'post', 1)
  let written = 0
  const content = (record: { readonly blocks?: readonly unknown[] }) => {
    written++
    return write(record)
  }
  const edit = async (edits: object) => site.dispatch.editEntityRecord?.('postType', 'post', 1, edits)
  await edit({ blocks: [block('A')], content })
  /** As the editor asks for it. */
  const text = () => {
    const record = site.select.getEditedEntityRecord?.('postType', 'post', 1) as { content: Lazy }
    return record.content(record)
  }
  return { ...site, edit, text, written: () => written }
}

const serialize = ({ blocks = [] }: { readonly blocks?: readonly unknown[] }) =>
  JSON.stringify(blocks.map((each) => (each as ReturnType<typeof block>).attributes.content))

describe('a text that is written from blocks when it is asked for', () => {
  it('is written once, whatever else is edited, and anew for other blocks', async () => {
    const { edit, text, written, dispatch } = await editedByBlocks(serialize)
    expect([text(), text()]).toEqual(['["A"]', '["A"]'])
    await edit({ title: 'New' })
    expect([text(), written()]).toEqual(['["A"]', 1])
    await edit({ blocks: [block('B')] })
    expect([text(), text(), written()]).toEqual(['["B"]', '["B"]', 2])
    await dispatch.undo?.()
    expect([text(), written()]).toEqual(['["A"]', 3])
  })

  it('is saved as it is then', async () => {
    const { edit, text, dispatch, seen } = await editedByBlocks(serialize)
    text()
    await edit({ blocks: [block('B')] })
    await dispatch.saveEditedEntityRecord?.('postType', 'post', 1)
    expect(seen.at(-1)?.data).toMatchObject({ content: '["B"]' })
  })

  it('is written anew when something else has changed that it is made of', async () => {
    const { edit, text } = await editedByBlocks((record) => {
      const { title } = record as { title?: string }
      return `${title} ${serialize(record)}`
    })
    await edit({ title: 'One' })
    expect(text()).toBe('One ["A"]')
    await edit({ title: 'Two' })
    expect(text()).toBe('Two ["A"]')
  })

  it.each([
    ['of the whole record', (record: object) => JSON.stringify(Object.keys(record))],
    ['of a copy of the record', (record: object) => serialize({ ...record })],
    ['of whether the record has a field', (record: object) => String('blocks' in record)],
    ['of something else', () => 'mine'],
  ])('is written every time when it is made %s', async (what, write) => {
    const { text, written } = await editedByBlocks(write)
    expect(text()).toBe(text())
    expect(written()).toBe(2)
  })

  it('is written anew when other block types are registered', async () => {
    const { registry, text, written } = await editedByBlocks(serialize)
    const blocks = createReduxStore('core/blocks', {
      reducer: (types: readonly string[] = [], { name }: { type: string; name?: string }) =>
        name === undefined ? types : [...types, name],
      selectors: { getBlockTypes: (types: readonly string[]) => types },
      actions: { add: (name: string) => ({ type: 'ADD', name }) },
    })
    registry.register(blocks)
    expect([text(), text(), written()]).toEqual(['["A"]', '["A"]', 1])
    await registry.dispatch(blocks).add('my/block')
    expect([text(), text(), written()]).toEqual(['["A"]', '["A"]', 2])
  })
})
