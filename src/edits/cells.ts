import { weakMapMemoize } from 'reselect'
import { deeplyFrozenAs } from '../core/frozen'
import { isRecord, own, type RecordData } from '../core/plain'
import { fieldPath, putAt, splitPath, valueAtPath, type FieldPath } from './fieldPath'
import { isStoredLazyEdit } from './lazyEdit'

/** An edited field. */
export interface Cell {
  /** What the server had when it was edited first; absent where that was not known. */
  readonly base?: unknown
  /** What it is to be. */
  readonly value: unknown
}

/** Edited fields by path, each entry of a merged property by itself. */
export interface Cells {
  readonly [path: string]: Cell
}

/** A cell; one without a base where that is not known. */
export function makeCell(value: unknown, base: unknown): Cell {
  return base === undefined ? { value } : { base, value }
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

/** The values of cells by property: of merged ones, the entries. The same object for the same cells. */
export const valuesOfCells = /* @__PURE__ */ weakMapMemoize((cells: Cells): RecordData => {
  const values: Record<string, unknown> = {}
  let entries: Map<string, [name: string, cell: Cell][]> | undefined
  for (const path of Object.keys(cells)) {
    const [property, entry] = splitPath(path)
    const cell = cells[path] as Cell
    if (entry === undefined) values[property] = cell.value
    else {
      entries ??= new Map()
      const known = entries.get(property)
      if (known) known.push([entry, cell])
      else entries.set(property, [[entry, cell]])
      values[property] = undefined
    }
  }
  for (const [property, those] of entries ?? []) {
    const names = JSON.stringify(those.map(([name]) => name))
    values[property] = entriesOf(names, ...those.map(([, cell]) => cell))
  }
  return deeplyFrozenAs(cells, values)
})

/** The entries of a merged property: the same object for the same cells, whatever else was edited. */
const entriesOf = /* @__PURE__ */ weakMapMemoize((names: string, ...cells: Cell[]): RecordData => {
  const entries = (JSON.parse(names) as string[]).map((name, at) => [name, cells[at]?.value])
  return Object.fromEntries(entries) as RecordData
})

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
