import { describe, expect, it } from 'vitest'
import { findGroupTitles, findTestTitles } from './testTitles'

describe('findTestTitles', () => {
  it('takes titles in every sort of quotes, and those of tables', () => {
    const source = "it('one', f)\nit(\"two's\", f)\nit(`three`, f)\nit.each([1])('four %s', f)"
    expect(findTestTitles(source)).toEqual(['one', "two's", 'three', 'four %s'])
  })

  it('takes those within a group, not the name of the group', () => {
    expect(findTestTitles("describe('group', () => { it('inside', f) })")).toEqual(['inside'])
  })

  it('takes no test that does not run, and no comment', () => {
    expect(findTestTitles("// it('a', f)\nit.skip('b', f)\nit.todo('c')\nconst d = \"it('d', f)\"")).toEqual(
      [],
    )
  })

  it('takes no title that is put together', () => {
    expect(findTestTitles('it(`a ${b}`, f)\nit(c, f)')).toEqual([])
  })
})

describe('findGroupTitles', () => {
  it('takes the names of groups, not the titles of tests', () => {
    expect(
      findGroupTitles("describe('group', () => { it('inside', f) })\ndescribe.each([1])('%s', f)"),
    ).toEqual(['group', '%s'])
  })
})
