import {
  __unstableSerializeAndClean,
  createBlock,
  getBlockTypes,
  registerBlockType,
  serialize,
  setDefaultBlockName,
  setFreeformContentHandlerName,
  unregisterBlockType,
} from '@wordpress/blocks'
import { serializeBlocksOnce, type BlockSerializers } from 'copydesk/wordpress-data/store'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

const names = { text: 'copydesk/text', group: 'copydesk/group', late: 'copydesk/late' }
const texts = { text: { type: 'string', default: '' } }

beforeAll(() => {
  const rest = { apiVersion: 3, category: 'text', edit: () => null, save: () => null }
  registerBlockType(names.text, { ...rest, title: 'Text', attributes: texts } as never)
  registerBlockType(names.group, { ...rest, title: 'Group', attributes: texts } as never)
  setDefaultBlockName(names.text)
  setFreeformContentHandlerName(names.group)
})
afterAll(() => Object.values(names).forEach((name) => void unregisterBlockType(name)))

const clean = __unstableSerializeAndClean as unknown as BlockSerializers['__unstableSerializeAndClean']
const library = { serialize, __unstableSerializeAndClean } as unknown as BlockSerializers

/** A writer, and how many blocks the library had to write for it. */
function counted() {
  let written = 0
  const write = serializeBlocksOnce(
    {
      ...library,
      serialize: (blocks) => {
        written += blocks.length
        return library.serialize(blocks)
      },
    },
    () => [getBlockTypes()],
  )
  return { write, written: () => written }
}

const block = (text: string, inner: readonly object[] = []) =>
  createBlock(names.text, { text }, inner as never)

it('gives what the library gives, for whatever blocks follow one another', () => {
  const { write } = counted()
  const one = fc
    .record({
      name: fc.constantFrom(names.text, names.group),
      text: fc.constantFrom('', 'a', '--', '<b>\n\n', '"'),
      inner: fc.array(fc.constantFrom('', 'b'), { maxLength: 2 }),
    })
    .map(({ name, text, inner }) => createBlock(name, { text }, inner.map((each) => block(each)) as never))
  fc.assert(
    fc.property(fc.array(one, { maxLength: 5 }), (blocks) => {
      expect(write(blocks)).toBe(clean(blocks))
      const moved = [...blocks].reverse()
      expect(write(moved)).toBe(clean(moved))
    }),
  )
})

it('writes only what has changed', () => {
  const { write, written } = counted()
  const blocks = ['a', 'b', 'c'].map((text) => block(text))
  write(blocks)
  expect(written()).toBe(3)
  const edited = [blocks[0]!, block('B'), blocks[2]!]
  expect(write(edited)).toBe(clean(edited))
  expect(written()).toBe(4)
})

it('writes all anew when another block type is registered', () => {
  const { write, written } = counted()
  const blocks = ['a', 'b'].map((text) => block(text))
  write(blocks)
  const late = { apiVersion: 3, title: 'Late', category: 'text', edit: () => null, save: () => null }
  registerBlockType(names.late, late as never)
  write(blocks)
  expect(written()).toBe(4)
})
