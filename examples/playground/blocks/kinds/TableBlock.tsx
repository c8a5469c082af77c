import { useState } from 'react'
import { Button } from '../../ui/Button'
import { contentOf } from '../editableBlock'
import {
  isRegular,
  withColumnBehind,
  withoutColumn,
  withoutRow,
  withRowBelow,
  type TableRow,
} from '../tableSource'
import { Caption } from './Caption'
import { changeSource, SpotText, useNewFocus, type SourceProps } from './SpotText'

/** A table whose cells are typed where they stand. Rows and columns are added and deleted at the cell with the caret. */
export function TableBlock({ rows, ...props }: SourceProps & { rows: readonly TableRow[] }) {
  const element = useNewFocus(props)
  const source = contentOf(props.block)
  const [at, setAt] = useState({ row: 0, column: 0 })
  const change = (next: string | null) => {
    if (next !== null) changeSource(props, next)
  }
  return (
    <figure className="table-block">
      <div ref={element} className="table-scroll">
        <table>
          <tbody>
            {rows.map(({ cells, isHead }, row) => {
              const Cell = isHead ? 'th' : 'td'
              return (
                <tr key={row}>
                  {cells.map((spot, column) => (
                    <Cell key={column} onFocus={() => setAt({ row, column })}>
                      <SpotText
                        {...props}
                        place={`${row} ${column}`}
                        spot={spot}
                        label={`Row ${row + 1}, column ${column + 1}`}
                        isMultiline
                      />
                    </Cell>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {isRegular(source) && (
        <div className="image-fields" role="group" aria-label="Rows and columns">
          <Button size="small" onClick={() => change(withRowBelow(source, at.row))}>
            Add row below
          </Button>
          <Button size="small" onClick={() => change(withColumnBehind(source, at.column))}>
            Add column after
          </Button>
          <Button size="small" disabled={rows.length < 2} onClick={() => change(withoutRow(source, at.row))}>
            Delete row
          </Button>
          <Button
            size="small"
            disabled={rows.some(({ cells }) => cells.length < 2)}
            onClick={() => change(withoutColumn(source, at.column))}
          >
            Delete column
          </Button>
        </div>
      )}
      <Caption {...props} />
    </figure>
  )
}
