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
  if (table === undefined || table.root === null) return undefined
  return findRow(table.root, key)
}

/** A table with `row` under `key`; the same table when it is there already. */
export function setRow<Row>(table: Table<Row>, key: string, row: Row): Table<Row> {
  const editor = editTable(table)
  editor.set(key, row)
  return editor.done()
}

/** A table without `key`; the same table when it was not there. */
export function deleteRow<Row>(table: Table<Row>, key: string): Table<Row> {
  const editor = editTable(table)
  editor.delete(key)
  return editor.done()
}

/** Visits every row; the order is fixed by the keys, not by insertion. */
export function eachRow<Row>(table: Table<Row> | undefined, visit: (row: Row, key: string) => void): void {
  if (table !== undefined && table.root !== null) visitNode(table.root, visit)
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
  const owned = new Set<TableNode<Row>>()
  let { root, size } = table

  function own<Node extends TableNode<Row>>(node: Node): Node {
    if (owned.has(node)) return node
    const copy = node.slice() as Node
    owned.add(copy)
    return copy
  }

  function put(
    node: TableNode<Row> | null,
    shift: number,
    hash: number,
    key: string,
    row: Row,
  ): TableNode<Row> {
    if (node === null) {
      size++
      const bucket: Bucket<Row> = [key, row]
      owned.add(bucket)
      return bucket
    }
    if (isBucket(node)) {
      const at = bucketIndex(node, key)
      if (at >= 0) {
        if (node[at + 1] === row) return node
        const changed = own(node)
        changed[at + 1] = row
        return changed
      }
      if (node.length < fullBucket || shift >= deepest) {
        size++
        const grown = own(node)
        grown.push(key, row)
        return grown
      }
      return put(split(node, shift), shift, hash, key, row)
    }
    const slot = (hash >>> shift) & mask
    const child = node[slot] ?? null
    const changedChild = put(child, shift + bits, hash, key, row)
    if (changedChild === child) return node
    const changed = own(node)
    changed[slot] = changedChild
    return changed
  }

  function split(bucket: Bucket<Row>, shift: number): Branch<Row> {
    const branch: Branch<Row> = new Array<TableNode<Row> | null>(ways).fill(null)
    owned.add(branch)
    for (let i = 0; i < bucket.length; i += 2) {
      const slot = (hashOf(bucket[i] as string) >>> shift) & mask
      const child = branch[slot] as Bucket<Row> | null
      if (child === null) {
        const fresh: Bucket<Row> = [bucket[i] as string, bucket[i + 1] as Row]
        owned.add(fresh)
        branch[slot] = fresh
      } else child.push(bucket[i] as string, bucket[i + 1] as Row)
    }
    return branch
  }

  function drop(node: TableNode<Row>, shift: number, hash: number, key: string): TableNode<Row> | null {
    if (isBucket(node)) {
      const at = bucketIndex(node, key)
      if (at < 0) return node
      size--
      if (node.length === 2) return null
      const changed = own(node)
      changed.splice(at, 2)
      return changed
    }
    const slot = (hash >>> shift) & mask
    const child = node[slot] ?? null
    if (child === null) return node
    const changedChild = drop(child, shift + bits, hash, key)
    if (changedChild === child) return node
    const changed = own(node)
    changed[slot] = changedChild
    return changedChild === null && changed.every((other) => other === null) ? null : changed
  }

  return {
    get: (key) => (root === null ? undefined : findRow(root, key)),
    set: (key, row) => {
      root = put(root, 0, hashOf(key), key, row)
    },
    delete: (key) => {
      if (root !== null) root = drop(root, 0, hashOf(key), key)
    },
    done: () => (root === table.root ? table : root === null ? emptyTable<Row>() : { size, root }),
  }
}

function isBucket<Row>(node: TableNode<Row>): node is Bucket<Row> {
  return typeof node[0] === 'string'
}

function bucketIndex<Row>(bucket: Bucket<Row>, key: string): number {
  for (let i = 0; i < bucket.length; i += 2) if (bucket[i] === key) return i
  return -1
}

function findRow<Row>(root: TableNode<Row>, key: string): Row | undefined {
  let node: TableNode<Row> | null = root
  let hash = 0
  let hashed = false
  while (node !== null) {
    if (isBucket(node)) {
      for (let i = 0; i < node.length; i += 2) if (node[i] === key) return node[i + 1] as Row
      return undefined
    }
    if (!hashed) {
      hash = hashOf(key)
      hashed = true
    }
    node = node[hash & mask] ?? null
    hash >>>= bits
  }
  return undefined
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
