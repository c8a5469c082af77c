/**
 * The record table: an immutable map from string keys to rows, made of plain arrays so that it is JSON. It is a
 * hash trie, 32 ways at each level, with small buckets at its ends: changing one row copies a few short arrays,
 * however many rows there are.
 *
 * A bucket is `[key, row, key, row, ...]`, a branch is 32 nodes or nulls; a bucket starts with a string.
 */
export interface Table<Row> {
  /** How many rows there are. */
  readonly size: number
  /** The trie; null when empty. Read it through the functions of this file. */
  readonly root: TableNode<Row> | null
}

type Bucket<Row> = (string | Row)[]
type Branch<Row> = (TableNode<Row> | null)[]
/** A branch or a bucket of a {@link Table}. */
export type TableNode<Row> = Bucket<Row> | Branch<Row>

const bits = 5
const ways = 1 << bits
const mask = ways - 1
const deepest = 30
const fullBucket = 16

const empty: Table<never> = { size: 0, root: null }

/** A table without rows; always the same one. */
export function emptyTable<Row>(): Table<Row> {
  return empty
}

/** The row under `key`, or undefined. */
export function getRow<Row>(table: Table<Row> | undefined, key: string): Row | undefined {
  return table && findRow<Row>(table.root, key)
}

/** A table with `row` under `key`; the same table when it is there already. */
export function setRow<Row>(table: Table<Row>, key: string, row: Row): Table<Row> {
  const editor = editTable(table)
  editor.set(key, row)
  return editor.done()
}

/** A table without `key`; the same table when it was not there. */
export function deleteRow<Row>(table: Table<Row>, key: string): Table<Row> {
  return deleteRows(table, [key])
}

/** A table without any of these keys; the same table when none was there. */
export function deleteRows<Row>(table: Table<Row>, keys: readonly string[]): Table<Row> {
  const editor = editTable(table)
  for (const key of keys) editor.delete(key)
  return editor.done()
}

/** Visits every row, in an order that nobody may rely on. */
export function eachRow<Row>(table: Table<Row> | undefined, visit: (row: Row, key: string) => void): void {
  if (table?.root) visitNode(table.root, visit)
}

/** Many changes to one table at the price of one copy of what they touch. */
export interface TableEditor<Row> {
  get(key: string): Row | undefined
  set(key: string, row: Row): void
  delete(key: string): void
  /** The changed table; the first one when nothing changed. The editor must not be used afterwards. */
  done(): Table<Row>
}

/** Opens a table for many changes. */
export function editTable<Row>(table: Table<Row>): TableEditor<Row> {
  // Nodes that this editor has made, so that it may write to them.
  const owned = new Set<TableNode<Row>>()
  let { root, size } = table

  function own<Node extends TableNode<Row>>(node: Node): Node {
    if (owned.has(node)) return node
    const copy = node.slice() as Node
    owned.add(copy)
    return copy
  }

  /** The node with an entry under its key, or without it when the entry is empty. */
  function write(
    node: TableNode<Row>,
    shift: number,
    hash: number,
    key: string,
    entry: readonly [string, Row] | readonly [],
  ): TableNode<Row> | null {
    if (node.length > 0 && !isBucket(node)) {
      const slot = (hash >>> shift) & mask
      const before = node[slot] ?? null
      const after = write(before ?? [], shift + bits, hash, key, entry)
      if (after === before) return node
      const branch = own(node)
      branch[slot] = after
      return branch.some((child) => child !== null) ? branch : null
    }
    const bucket = node as Bucket<Row>
    const at = bucketIndex(bucket, key)
    if (at < 0 ? entry.length === 0 : bucket[at + 1] === entry[1]) return node.length > 0 ? node : null
    if (at < 0 && bucket.length >= fullBucket && shift < deepest) {
      return write(split(bucket, shift), shift, hash, key, entry)
    }
    const changed = own(bucket)
    size -= changed.length / 2
    changed.splice(at < 0 ? changed.length : at, 2, ...entry)
    size += changed.length / 2
    return changed.length > 0 ? changed : null
  }

  function split(bucket: Bucket<Row>, shift: number): Branch<Row> {
    const branch = own<Branch<Row>>(new Array<TableNode<Row> | null>(ways).fill(null))
    size -= bucket.length / 2
    visitNode(bucket, (row, key) => write(branch, shift, hashOf(key), key, [key, row]))
    return branch
  }

  return {
    get: (key) => findRow<Row>(root, key),
    set: (key, row) => {
      root = write(root ?? [], 0, hashOf(key), key, [key, row])
    },
    delete: (key) => {
      root = write(root ?? [], 0, hashOf(key), key, [])
    },
    done: () => (root === table.root ? table : root === null ? emptyTable<Row>() : { size, root }),
  }
}

function isBucket<Row>(node: TableNode<Row>): node is Bucket<Row> {
  return typeof node[0] === 'string'
}

/** Where a key stands in a bucket, -1 when it does not. */
function bucketIndex<Row>(bucket: Bucket<Row>, key: string): number {
  for (let i = 0; i < bucket.length; i += 2) if (bucket[i] === key) return i
  return -1
}

function findRow<Row>(root: TableNode<Row> | null, key: string): Row | undefined {
  let node = root
  let shift = 0
  // Small tables are a single bucket, which needs no hash.
  const hash = node === null || isBucket(node) ? 0 : hashOf(key)
  for (; node !== null && !isBucket(node); shift += bits) node = node[(hash >>> shift) & mask] ?? null
  const at = node === null ? -1 : bucketIndex(node, key)
  return at < 0 ? undefined : (node?.[at + 1] as Row)
}

function visitNode<Row>(node: TableNode<Row>, visit: (row: Row, key: string) => void): void {
  if (isBucket(node)) {
    for (let i = 0; i < node.length; i += 2) visit(node[i + 1] as Row, node[i] as string)
    return
  }
  for (const child of node) if (child !== null) visitNode(child, visit)
}

/** FNV-1a, stirred once more so that ids that share a factor still spread over the low bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
