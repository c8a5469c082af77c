import type { ReactNode } from 'react'
import type { EntityId, EntityQuery } from 'copydesk'
import type { BulkAction } from './bulk'

/** What a row says. */
export interface RowContent {
  key: EntityId
  /** The title as the server has it; an edited one takes its place. */
  title: string
  /** Where the row leads to, without the list's filters. */
  address: string
  facts: ReactNode
  /** Its page on the site, where it has one that others may read. */
  link?: string | undefined
}

export interface Choice {
  value: string
  label: string
}

/** Records of the server among which one chooses; those whose value stands among the other choices are left out. */
export interface ChoiceRecords {
  kind: string
  name: string
  query: EntityQuery & { context: 'view' }
  toChoice: (record: { id: number; name: string }) => Choice
}

/** Something the list can be narrowed by. */
export interface Filter {
  /** Its name in the address. */
  name: 'status' | 'author' | 'category' | 'tag' | 'role'
  label: string
  choices: readonly Choice[]
  /** Records that are choices, too; they are asked for once the filter is in sight. */
  records?: ChoiceRecords
  /** What it is when the address says nothing; default the first choice. */
  initial?: string
  /** Whether it is always in sight. */
  isPrimary?: boolean
  isDisabled?: boolean
  toQuery: (value: string) => EntityQuery
}

/** A list of records of one entity: what to ask for, how to narrow it, and what its rows say. */
export interface ListDescription<Row> {
  kind: string
  name: string
  /** As in "12 categories in all". */
  many: string
  query: EntityQuery
  /** The orders to choose from, as `orderby:order`; the first is the usual one. Empty where the server knows only one. */
  orders: readonly Choice[]
  filters: readonly Filter[]
  /** Whether the server searches and pages; else all rows come at once and are searched here. */
  isPaged: boolean
  /** Puts the rows in another order, with depths, as long as nothing is searched for; only of what is not paged. */
  arrange?: (rows: readonly Row[]) => readonly { row: Row; depth: number }[]
  describe: (row: Row) => RowContent
  /** Puts all rows into a tree where the order `tree` is chosen and nothing is searched for. */
  tree?: (rows: readonly Row[]) => readonly { row: Row; depth: number }[]
  /** What can be done with several rows at once. */
  bulk?: readonly BulkAction<Row>[]
  /** What opening a row will ask for; dispatched when somebody is about to. */
  prefetch?: (key: EntityId) => void
  /** False while it is not known what may be asked for. */
  isEnabled?: boolean
}
