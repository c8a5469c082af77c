import { useEffect, useMemo, useRef, useState } from 'react'
import type { EntityId } from '../../records/inference/inference'

/** Options of `toggle`; you can pass the mouse or keyboard event. */
export interface ToggleOptions {
  /** Whether all rows from the one that was toggled last are meant. Default false. */
  readonly shiftKey?: boolean
}

/** Options of {@link useListSelection}. */
export interface UseListSelectionOptions {
  /**
   * Whether the selection covers all pages: a row stays selected when the list no longer shows it. Call `clear` when
   * the search changes, and after an action that removes rows. Default false.
   */
  readonly across?: boolean
}

/** What {@link useListSelection} gives. */
export interface UseListSelectionResult<Row> {
  /**
   * The ids of the selected rows, in the order of the list. With `across`: in the order in which they were selected.
   */
  readonly selected: readonly EntityId[]
  /** The selected rows that the list shows, in its order. */
  readonly selectedRecords: readonly Row[]
  /** Whether a row is selected. It is a new function when the selection changes. The other functions stay the same. */
  readonly isSelected: (id: EntityId) => boolean
  /** Whether there are rows, and all of them are selected. */
  readonly isAllSelected: boolean
  /** Whether some rows are selected, but not all. */
  readonly isSomeSelected: boolean
  /**
   * Selects or deselects a row. With `shiftKey` it does the same for all rows since the last one. Rows that the list
   * does not show are ignored, unless `across` is set.
   */
  readonly toggle: (id: EntityId, options?: ToggleOptions) => void
  /** Selects all rows of the list, or deselects them if all are selected. */
  readonly toggleAll: () => void
  /** Selects all rows. */
  readonly selectAll: () => void
  /** Deselects all rows. */
  readonly clear: () => void
}

interface Chosen {
  readonly ids: ReadonlySet<EntityId>
  /** The row that was toggled last, from which a range goes. */
  readonly anchor: EntityId | undefined
}

const nothing: Chosen = { ids: new Set(), anchor: undefined }

/**
 * The selected rows of a list, for bulk actions. The selection stays while the list is read again. Rows that are no longer
 * in the list are dropped, unless `across` is set.
 * @example
 * const { records } = useEntityRecords('postType', 'post', { per_page: 20, page })
 * const { selected, isSelected, toggle, toggleAll } = useListSelection(records, { across: true })
 */
export function useListSelection<Row extends { readonly id: EntityId }>(
  records: readonly Row[] | null | undefined,
  { across = false }: UseListSelectionOptions = {},
): UseListSelectionResult<Row> {
  const [chosen, setChosen] = useState(nothing)
  const present = useMemo(() => records && new Set(records.map(({ id }) => id)), [records])
  // At once, and not in an effect: nobody must see a row chosen that is gone. Only where one is gone, so it ends.
  if (!across && present && [...chosen.ids].some((id) => !present.has(id)))
    setChosen({ ...chosen, ids: new Set([...chosen.ids].filter((id) => present.has(id))) })

  const latest = useRef<{ rows: readonly Row[]; across: boolean }>({ rows: [], across })
  useEffect(() => {
    latest.current = { rows: records ?? [], across }
  }, [records, across])
  const [functions] = useState(() => {
    const change = (step: (before: Chosen, rows: readonly Row[]) => Chosen) => {
      const { rows } = latest.current
      setChosen((before) => step(before, rows))
    }
    return {
      toggle: (id: EntityId, { shiftKey = false }: ToggleOptions = {}) =>
        change((before, rows) => {
          // What is chosen on another page can be let go of here, too.
          const isShown = rows.some((row) => row.id === id)
          if (!isShown) return latest.current.across ? toggled(before, [{ id }], id, false) : before
          return toggled(before, rows, id, shiftKey)
        }),
      toggleAll: () =>
        change((before, rows) =>
          rows.every(({ id }) => before.ids.has(id)) ? without(before, rows) : withAll(before, rows),
        ),
      selectAll: () => change(withAll),
      clear: () => change(() => nothing),
    }
  })

  return useMemo(() => {
    const rows = records ?? []
    const selectedRecords = rows.filter(({ id }) => chosen.ids.has(id))
    const isAllSelected = rows.length > 0 && selectedRecords.length === rows.length
    return {
      ...functions,
      selected: across ? [...chosen.ids] : selectedRecords.map(({ id }) => id),
      selectedRecords,
      isSelected: (id) => chosen.ids.has(id),
      isAllSelected,
      isSomeSelected: selectedRecords.length > 0 && !isAllSelected,
    }
  }, [records, chosen, across, functions])
}

function withAll({ ids }: Chosen, rows: readonly { readonly id: EntityId }[]): Chosen {
  return { ids: new Set([...ids, ...rows.map(({ id }) => id)]), anchor: undefined }
}

function without({ ids }: Chosen, rows: readonly { readonly id: EntityId }[]): Chosen {
  const left = new Set(ids)
  for (const { id } of rows) left.delete(id)
  return { ids: left, anchor: undefined }
}

function toggled(
  { ids, anchor }: Chosen,
  rows: readonly { readonly id: EntityId }[],
  id: EntityId,
  isRange: boolean,
): Chosen {
  const to = rows.findIndex((row) => row.id === id)
  const last = isRange ? rows.findIndex((row) => row.id === anchor) : -1
  const from = last < 0 ? to : last
  const meant = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  const next = new Set(ids)
  const isChosen = !ids.has(id)
  for (const row of meant) {
    if (isChosen) next.add(row.id)
    else next.delete(row.id)
  }
  return { ids: next, anchor: id }
}
