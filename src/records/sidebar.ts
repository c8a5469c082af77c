import type { Context, ReadonlyRecord } from './inference/context'
import type { Widget } from './widget'

/** The fields of a sidebar, to which declaration merging can add others. */
export interface SidebarFields<C extends Context> {
  after_title: string
  after_widget: string
  before_title: string
  before_widget: string
  class: string
  description: string
  id: string
  name: string
  status: 'active' | 'inactive'
  /** The ids of its widgets in order, or the widgets themselves. */
  widgets: string[] | Widget<C>[]
}

/**
 * A widget area of the theme (`root`, `sidebar`), in the `edit` context unless said otherwise.
 */
export type Sidebar<C extends Context = 'edit'> = ReadonlyRecord<SidebarFields<C>>
