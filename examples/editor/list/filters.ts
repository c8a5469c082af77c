/** What the list is narrowed to. */
export interface Filters {
  search: string
  /** A post status; `any` for all of them. */
  status: string
  /** Whether only the user's own are shown. */
  mine: boolean
  page: number
}

export const pageSize = 12

/** Those who may not touch what others wrote begin with their own. */
export function firstFilters(editsOthers: boolean): Filters {
  return { search: '', status: 'any', mine: !editsOthers, page: 1 }
}
