import { describe, expect, it } from 'vitest'
import { createPageSerializer } from '../../../examples/wordpress-plugin/pageSerializer'

/** A library of blocks whose names are getters, as those of a module are, and hooks that tell of what is added. */
function page() {
  let types = ['text']
  let written = 0
  const textOf = (blocks: readonly object[]) =>
    blocks.map((block) => `<${(block as { text: string }).text}>`).join('\n\n')
  const functions = {
    getBlockTypes: () => types,
    serialize: (blocks: readonly object[]) => {
      written += blocks.length
      return textOf(blocks)
    },
    __unstableSerializeAndClean: (blocks: readonly object[]) => {
      written += blocks.length
      return blocks.length === 1 ? 'cleaned' : textOf(blocks)
    },
    parse: () => 'parsed',
  }
  const library = Object.defineProperties(
    {} as typeof functions,
    Object.fromEntries(
      Object.entries(functions).map(([name, value]) => [name, { enumerable: true, get: () => value }]),
    ),
  )
  const actions: ((hook: string) => void)[] = []
  const { blocks, switchOff } = createPageSerializer(library, {
    addAction: (hook, namespace, callback) => void actions.push(callback),
  })
  return {
    ...{ blocks, library, switchOff, functions },
    serialize: blocks.__unstableSerializeAndClean,
    addFilter: (name: string) => actions.forEach((action) => void action(name)),
    registerType: () => (types = [...types, 'late']),
    /** How many blocks were written since this was asked last. */
    count: () => {
      const result = written
      written = 0
      return result
    },
  }
}

const post = [{ text: 'a' }, { text: 'b' }, { text: 'c' }]

describe('the serialiser that the plugin gives a page', () => {
  it('writes each block once, and again when it is another', () => {
    const { serialize, count } = page()
    expect(serialize(post)).toBe('<a>\n\n<b>\n\n<c>')
    expect(count()).toBe(3)
    const edited = [post[0]!, { text: 'B' }, post[2]!]
    expect(serialize(edited)).toBe('<a>\n\n<B>\n\n<c>')
    expect(count()).toBe(1)
  })

  it('leaves a single block to the library, which may clean it away', () => {
    const { serialize } = page()
    expect(serialize([post[0]!])).toBe('cleaned')
  })

  it('writes all anew with other block types, and with other filters of blocks only', () => {
    const { serialize, count, registerType, addFilter } = page()
    serialize(post)
    count()
    registerType()
    serialize(post)
    expect(count()).toBe(3)
    addFilter('blocks.getSaveElement')
    serialize(post)
    expect(count()).toBe(3)
    addFilter('editor.BlockEdit')
    serialize(post)
    expect(count()).toBe(0)
  })

  it('leaves all to the library once the plugin has given way', () => {
    const { serialize, count, switchOff } = page()
    serialize(post)
    count()
    switchOff()
    serialize(post)
    expect(count()).toBe(3)
  })

  it('leaves every other name of the library as it is', () => {
    const { blocks, library, functions } = page()
    expect(Object.keys(blocks).sort()).toEqual(Object.keys(functions).sort())
    expect(blocks.parse).toBe(functions.parse)
    expect(library.__unstableSerializeAndClean).toBe(functions.__unstableSerializeAndClean)
  })
})
