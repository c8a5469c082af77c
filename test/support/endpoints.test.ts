import { describe, expect, it } from 'vitest'
import { findEndpointRows } from './endpoints'

const table = (row: string) =>
  `## Every endpoint\n\n| endpoint | thunk | test |\n| --- | --- | --- |\n${row}\n`

describe('findEndpointRows', () => {
  it('takes a row apart', () => {
    const row = '| `GET /x` | `fetchX`, `saveX` | `store/x.test.ts`: reads \\| writes an x |'
    expect(findEndpointRows(table(row))).toEqual([
      {
        endpoint: 'GET /x',
        thunks: ['fetchX', 'saveX'],
        file: 'store/x.test.ts',
        title: 'reads | writes an x',
      },
    ])
  })

  it('leaves empty what a row lacks', () => {
    expect(findEndpointRows(table('| `GET /x` | | |'))).toEqual([
      { endpoint: 'GET /x', thunks: [], file: '', title: '' },
    ])
  })

  it('leaves out headings of groups, and the tables of other sections', () => {
    const other = '## Size\n\n| `GET /y` | `fetchY` | |\n'
    expect(findEndpointRows(table('| **Reading** | | |') + other)).toEqual([])
  })

  it('finds nothing where there is no such section', () => {
    expect(findEndpointRows('# Title\n\n| `GET /x` | `fetchX` | |')).toEqual([])
  })
})
