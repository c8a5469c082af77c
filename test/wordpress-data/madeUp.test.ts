import { describe, expect, it } from 'vitest'
import { registryOf } from './registryOf'

/** A text as the block editor has it in attributes: an instance, which says in JSON what it holds. */
class RichText {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toJSON() {
    return this.#text
  }
}

/** What the widgets editor keeps for an area of widgets: a post that no server has, with its blocks. */
const area = ['root', 'postType', 'area-1'] as const
const blocks = (text: string) => [
  { clientId: 'a', name: 'core/paragraph', attributes: { content: new RichText(text) }, innerBlocks: [] },
]
const madeUp = (text: string) => ({ id: 'area-1', slug: 'area-1', type: 'page', blocks: blocks(text) })

describe('a record that was made up by an editor, with instances in it', () => {
  it('is clean once it was put in as it is edited, and stays dirty where that is something else', async () => {
    const { select, dispatch } = registryOf()
    await dispatch.receiveEntityRecords?.('root', 'postType', madeUp('One'), { id: 'area-1' })
    await dispatch.editEntityRecord?.(...area, { blocks: blocks('Two') })
    await dispatch.receiveEntityRecords?.('root', 'postType', madeUp('Three'))
    expect(select.hasEditsForEntityRecord?.(...area)).toBe(true)
    await dispatch.receiveEntityRecords?.('root', 'postType', madeUp('Two'))
    expect(select.__experimentalGetDirtyEntityRecords?.()).toEqual([])
    expect(select.hasEditsForEntityRecord?.(...area)).toBe(false)
    // As the widgets editor does once the id of a new widget is known.
    const written = blocks('Four')
    const content = () => '<p>Four</p>'
    await dispatch.editEntityRecord?.(...area, { blocks: written, content })
    Object.assign(written[0]?.attributes ?? {}, { id: 'block-4' })
    const saved = { ...madeUp('Four'), blocks: [...written] }
    await dispatch.receiveEntityRecords?.('root', 'postType', saved)
    expect(Object.keys(select.getEntityRecordEdits?.(...area) as object)).toEqual(['content'])
    await dispatch.receiveEntityRecords?.('root', 'postType', { ...saved, content })
    expect(select.hasEditsForEntityRecord?.(...area)).toBe(false)
    const { blocks: shown } = select.getEditedEntityRecord?.(...area) as ReturnType<typeof madeUp>
    expect(shown[0]?.attributes.content).toBeInstanceOf(RichText)
  })

  it('has blocks by identity, also where some of them are as before: an editor would begin anew with copies', async () => {
    const { select, dispatch } = registryOf()
    const put = (given: readonly object[]) =>
      dispatch.receiveEntityRecords?.('root', 'postType', { ...madeUp('One'), blocks: given })
    const shown = () => (select.getEditedEntityRecord?.(...area) as { blocks: readonly object[] }).blocks
    const block = (clientId: string, attributes: object = {}) => ({
      ...{ clientId, name: 'core/legacy-widget', attributes, innerBlocks: [] },
    })
    const first = [block('a'), block('b')]
    await put(first)
    expect(shown()).toBe(first)
    // The second has got the id of its widget.
    const saved = [block('a'), block('b', { id: 'block-4' })]
    await put(saved)
    expect(shown()).toBe(saved)
    expect(shown()[0]).toBe(saved[0])
    // The same once more changes nothing.
    await put([block('a'), block('b', { id: 'block-4' })])
    expect(shown()).toBe(saved)
  })
})
