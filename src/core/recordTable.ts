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
const fullBucket = 32

const empty: Table<never> = { size: 0, root: null }

/** A table without rows; always the same one. */
export function emptyTable<Row>(): Table<Row> {
  return empty
}

/** The row under `key`, or undefined. */
export function getRow<Row>(table: Table<Row> | undefined, key: string): Row | undefined {
  const root = table?.root
  // Small tables are a single bucket, which needs no hash.
  return root ? findRow<Row>(root, isBucket(root) ? 0 : hashOf(key), key) : undefined
}

/** A table with `row` under `key`, or without it when that is undefined; the same table when nothing changes. */
export function setRow<Row>(table: Table<Row>, key: string, row: Row | undefined): Table<Row> {
  const hash = hashOf(key)
  const before = findRow<Row>(table.root, hash, key)
  if (row === before) return table
  const root = write<Row>(table.root, 0, hash, key, row, undefined)
  const size = table.size + Number(before === undefined) - Number(row === undefined)
  return root === null ? emptyTable<Row>() : { size, root }
}

/** A table without any of these keys; the same table when none was there. */
export function deleteRows<Row>(table: Table<Row>, keys: readonly string[]): Table<Row> {
  return changeRows(table, keys, () => undefined)
}

/** Visits every row, in an order that nobody may rely on. */
export function eachRow<Row>(table: Table<Row> | undefined, visit: (row: Row, key: string) => void): void {
  if (table?.root) visitNode(table.root, visit)
}

/** The keys of all rows, in an order that nobody may rely on. */
export function keysOf<Row>(table: Table<Row>): readonly string[] {
  const keys: string[] = []
  eachRow(table, (row, key) => keys.push(key))
  return keys
}

/**
 * Whether any row of a table passes a test. The answer is remembered for each part of the table: after a change only
 * what has changed is looked through.
 * @param test Must say the same of a row for ever.
 */
export function rowTest<Row>(test: (row: Row) => boolean): (table: Table<Row>) => boolean {
  const known = new WeakMap<TableNode<Row>, boolean>()
  const passes = (node: TableNode<Row>): boolean => {
    let answer = known.get(node)
    if (answer === undefined) {
      answer = isBucket(node)
        ? node.some((item, at) => at % 2 === 1 && test(item as Row))
        : node.some((child) => child !== null && passes(child))
      known.set(node, answer)
    }
    return answer
  }
  return ({ root }) => root !== null && passes(root)
}

/**
 * A table in which the row of each key is what `change` makes of it, at the price of one copy of what is touched;
 * undefined is no row, before and after. The same table when nothing changes.
 */
export function changeRows<Row, Key extends string>(
  table: Table<Row>,
  keys: readonly Key[],
  change: (row: Row | undefined, key: Key, index: number) => Row | undefined,
): Table<Row> {
  // Branches that are made here, so that they may be written to; for one key none is met twice.
  const owned = keys.length > 1 ? new Set<Branch<Row>>() : undefined
  let { root, size } = table
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as Key
    const hash = hashOf(key)
    const before = findRow<Row>(root, hash, key)
    const row = change(before, key, index)
    if (row === before) continue
    root = write<Row>(root, 0, hash, key, row, owned)
    size += Number(before === undefined) - Number(row === undefined)
  }
  return root === table.root ? table : root === null ? emptyTable<Row>() : { size, root }
}

/** The node with a row under its key, or without it when that is undefined; null where nothing is left of it. */
function write<Row>(
  node: TableNode<Row> | null,
  shift: number,
  hash: number,
  key: string,
  row: Row | undefined,
  owned: Set<Branch<Row>> | undefined,
): TableNode<Row> | null {
  if (node === null) return [key, row as Row]
  if (!isBucket(node)) {
    const slot = (hash >>> shift) & mask
    const after = write<Row>(node[slot] ?? null, shift + bits, hash, key, row, owned)
    let branch = node
    if (!owned?.has(node)) {
      branch = node.slice()
      owned?.add(branch)
    }
    branch[slot] = after
    return after !== null || branch.some((child) => child !== null) ? branch : null
  }
  const at = bucketIndex(node, key)
  if (row === undefined) return node.length > 2 ? node.filter((item, i) => i !== at && i !== at + 1) : null
  if (at < 0) {
    return node.length < fullBucket || shift >= deepest
      ? grown(node, key, row)
      : write(split(node, shift, owned), shift, hash, key, row, owned)
  }
  const changed = node.slice()
  changed[at + 1] = row
  return changed
}

function split<Row>(bucket: Bucket<Row>, shift: number, owned: Set<Branch<Row>> | undefined): Branch<Row> {
  const branch: Branch<Row> = new Array<TableNode<Row> | null>(ways).fill(null)
  visitNode(bucket, (row, key) => {
    const slot = (hashOf(key) >>> shift) & mask
    branch[slot] = write<Row>(branch[slot] ?? null, shift + bits, hashOf(key), key, row, owned)
  })
  owned?.add(branch)
  return branch
}

/**
 * The keys of rows that are not the same in two tables, found by what the tables do not share; only some of them, but
 * more than `most`, where there are more.
 */
export function changedKeys<Row>(
  before: Table<Row> | undefined,
  after: Table<Row> | undefined,
  most = Infinity,
): readonly string[] {
  if (before === after) return []
  const keys: string[] = []
  // Rows that stand elsewhere, or on one side only.
  let moved: Map<string, Row> | undefined
  const compare = (one: TableNode<Row> | null = null, other: TableNode<Row> | null = null): void => {
    if (one === other || keys.length + (moved?.size ?? 0) > most) return
    if (one && other && !isBucket(one) && !isBucket(other)) {
      one.forEach((child, slot) => compare(child, other[slot]))
      return
    }
    if (one) look(one, other, true)
    if (other) look(other, one, false)
  }
  // Most buckets are alike but for one row. Places in the buckets of a branch are none in a bucket beside it.
  const look = (node: TableNode<Row>, other: TableNode<Row> | null, isFirst: boolean) => {
    const beside = isBucket(node) ? other : null
    visitNode(node, (row, key, at) => {
      if (beside?.[at] === key) {
        if (isFirst && beside[at + 1] !== row) keys.push(key)
        return
      }
      moved ??= new Map()
      if (moved.get(key) === row) moved.delete(key)
      else moved.set(key, row)
    })
  }
  compare(before?.root, after?.root)
  return moved ? [...keys, ...moved.keys()] : keys
}

/** A bucket with one more row, of just that length: arrays that grow by themselves keep room for more. */
function grown<Row>(bucket: Bucket<Row>, key: string, row: Row): Bucket<Row> {
  const length = bucket.length
  const next = new Array<string | Row>(length + 2)
  for (let i = 0; i < length; i++) next[i] = bucket[i] as string | Row
  next[length] = key
  next[length + 1] = row
  return next
}

function isBucket<Row>(node: TableNode<Row>): node is Bucket<Row> {
  return typeof node[0] === 'string'
}

/** Where a key stands in a bucket, -1 when it does not. */
function bucketIndex<Row>(bucket: Bucket<Row>, key: string): number {
  for (let i = 0; i < bucket.length; i += 2) if (bucket[i] === key) return i
  return -1
}

function findRow<Row>(root: TableNode<Row> | null, hash: number, key: string): Row | undefined {
  let node = root
  for (let shift = 0; node !== null && !isBucket(node); shift += bits)
    node = node[(hash >>> shift) & mask] ?? null
  if (node === null) return undefined
  const at = bucketIndex(node, key)
  return at < 0 ? undefined : (node[at + 1] as Row)
}

function visitNode<Row>(node: TableNode<Row>, visit: (row: Row, key: string, at: number) => void): void {
  if (isBucket(node)) {
    for (let i = 0; i < node.length; i += 2) visit(node[i + 1] as Row, node[i] as string, i)
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
