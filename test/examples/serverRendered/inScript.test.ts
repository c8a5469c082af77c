import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inScript } from '../../../examples/server-rendered/inScript'

/** What the script in a page comes to. */
const run = (data: unknown): unknown => new Function(`return ${inScript(data)}`)()

describe('Data in a script of a page', () => {
  it('has names like `__proto__` as any other', () => {
    const meta: unknown = JSON.parse('{"__proto__":{"isAdmin":true},"a":1}')
    const read = run({ meta }) as { meta: { isAdmin?: boolean } }
    expect(read.meta.isAdmin).toBeUndefined()
    expect(Object.keys(read.meta)).toEqual(['__proto__', 'a'])
  })

  it('is what it was, and ends no script, comment or line', () => {
    expect(inScript({ text: '</script><!--\u2028\u2029' })).not.toMatch(/<|\u2028|\u2029/)
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        expect(run(data)).toEqual(JSON.parse(JSON.stringify(data)))
      }),
    )
  })
})
