import { weakMapMemoize } from 'reselect'
import type { Cell, Cells } from '../core/cells'
import { deeplyFrozenAs } from '../core/frozen'
import { isEqual } from '../core/isEqual'
import { filterFields, isEmpty, isRecord, own, withoutUndefined, type RecordData } from '../core/plain'
import { fieldPath, putAt, splitPath, valueAtPath, type FieldPath } from './fieldPath'
import { isStoredLazyEdit } from './lazyEdit'

/** Cells of nothing. */
export const none: Cells = {}

/** A cell; one without a base where that is not known. */
export function makeCell(value: unknown, base: unknown): Cell {
  return base === undefined ? { value } : { base, value }
}

/** A cell over the one below it: its value, on what that is based on. */
export function cellOver(below: Cell | undefined, cell: Cell): Cell {
  return makeCell(cell.value, below && goesOn(below, cell) ? below.base : cell.base)
}

/** Whether a cell was made on an earlier one of its field, or on what that was: else on what others have saved beside it, too. */
export function goesOn(earlier: Cell, { base }: Cell): boolean {
  return base === undefined || [earlier.value, earlier.base].some((one) => isEqual(one, base))
}

/** Values by property, with what they are based on, as cells. */
export function cellsFrom(
  values: RecordData,
  bases: RecordData | undefined,
  isMerged: (property: string) => boolean,
): Cells {
  const cells: Record<FieldPath, Cell> = {}
  for (const [property, value] of Object.entries(values)) {
    const isEntries = isRecord(value) && isMerged(property) && !isStoredLazyEdit(value)
    for (const entry of isEntries ? Object.keys(value) : [undefined]) {
      const path = fieldPath(property, entry)
      cells[path] = makeCell(
        entry === undefined ? value : own(value as RecordData, entry),
        valueAtPath(bases, path),
      )
    }
  }
  return cells
}

/** Values by property as values by path. */
export function valuesByPath(values: RecordData, isMerged: (property: string) => boolean): RecordData {
  return valuesAtPaths(cellsFrom(values, undefined, isMerged))
}

/** The values of cells, by path. */
export function valuesAtPaths(cells: Cells): RecordData {
  return Object.fromEntries(Object.entries(cells).map(([path, { value }]) => [path, value]))
}

/** What cells are based on, by path; of those whose base is not known nothing. */
export function basesAtPaths(cells: Cells): RecordData {
  return withoutUndefined(Object.fromEntries(Object.entries(cells).map(([path, { base }]) => [path, base])))
}

/** The values of cells by property, as they were made first. */
const valuesMade = new WeakMap<Cells, RecordData>()
/** The entries of merged properties as they were made last, by the first of their cells. */
const entriesMade = new WeakMap<Cell, MadeEntries>()

interface MadeEntries {
  readonly paths: readonly FieldPath[]
  readonly cells: readonly Cell[]
  readonly entries: RecordData
}

/** The values of cells by property: of merged ones, the entries. The same object for the same cells. */
export function valuesOfCells(cells: Cells): RecordData {
  const known = valuesMade.get(cells)
  if (known) return known
  const values = makeValues(cells)
  valuesMade.set(cells, values)
  return values
}

/** The same, made anew. */
export function makeValues(cells: Cells): RecordData {
  const values: Record<string, unknown> = {}
  let entries: Map<string, FieldPath[]> | undefined
  for (const path of Object.keys(cells)) {
    const [property, entry] = splitPath(path)
    if (entry === undefined) values[property] = cells[path]?.value
    else {
      entries ??= new Map()
      const known = entries.get(property)
      if (known) known.push(path)
      else entries.set(property, [path])
      values[property] = undefined
    }
  }
  if (entries) for (const [property, paths] of entries) values[property] = entriesOf(cells, paths)
  return deeplyFrozenAs(cells, values)
}

/** The entries of a merged property: the same object for the same cells, whatever else was edited. */
function entriesOf(all: Cells, paths: readonly FieldPath[]): RecordData {
  const cells = paths.map((path) => all[path] as Cell)
  const made = entriesMade.get(cells[0] as Cell)
  const isSame = (cell: Cell, at: number) => cell === made?.cells[at] && paths[at] === made.paths[at]
  if (made?.cells.length === cells.length && cells.every(isSame)) return made.entries
  const entries = Object.fromEntries(
    paths.map((path, at) => [splitPath(path)[1], cells[at]?.value]),
  ) as RecordData
  entriesMade.set(cells[0] as Cell, { paths, cells, entries })
  return entries
}

/** What cells are based on, by property likewise; of those whose base is not known nothing. */
export const basesOfCells = /* @__PURE__ */ weakMapMemoize((cells: Cells): RecordData => {
  const bases: Record<string, unknown> = {}
  for (const path of Object.keys(cells)) {
    const { base } = cells[path] as Cell
    if (base !== undefined) putAt(bases, path, base)
    else if (splitPath(path)[1] !== undefined) putEntries(bases, path)
  }
  return bases
})

/** Of a merged property without a known base, that it has entries. */
function putEntries(bases: Record<string, unknown>, path: FieldPath): void {
  const [property] = splitPath(path)
  bases[property] ??= {}
}

/** Cells, each changed. */
export function mapCells(cells: Cells, change: (cell: Cell, path: FieldPath) => Cell): Cells {
  const changed = Object.entries(cells).map(([path, cell]) => [path, change(cell, path)] as const)
  return Object.fromEntries(changed)
}

/** Some of the cells; the same object when those are all. */
export function pickCells(cells: Cells, isPicked: (path: FieldPath, cell: Cell) => boolean): Cells {
  const left = filterFields(cells, (path, cell) => isPicked(path, cell as Cell)) as Cells
  return isEmpty(left) ? none : left
}
