import { useEffect, useState } from 'react'
import type { EntityKey } from '../../core/keys'

/** What a list hook shows, as far as the rows before need it. */
interface ShownRows {
  readonly records: readonly unknown[] | undefined
  readonly isPrevious: boolean
}

/** Rows that stay on screen until those of the next query of the same entity are there. */
export class PreviousRows<Rows extends object> {
  private entity: EntityKey | undefined
  private rows: Rows | undefined

  of(entity: EntityKey): Rows | undefined {
    return entity === this.entity ? this.rows : undefined
  }

  keep(entity: EntityKey, rows: Rows): void {
    this.entity = entity
    this.rows = rows
  }
}

/** The memory of a component for the rows it has shown; undefined where it keeps none. */
export function usePreviousRows<Rows extends object>(isKept: boolean): PreviousRows<Rows> | undefined {
  const [previous] = useState(() => new PreviousRows<Rows>())
  return isKept ? previous : undefined
}

/** Keeps what is on screen, unless that is what was kept. */
export function useKeepRows<Rows extends object>(
  previous: PreviousRows<Rows> | undefined,
  entity: EntityKey,
  shown: ShownRows & Rows,
  rowsOf: (shown: Rows) => Rows,
): void {
  useEffect(() => {
    if (!previous || shown.isPrevious || shown.records === undefined) return
    previous.keep(entity, rowsOf(shown))
  })
}
