import type { Context, InEveryContext } from './inference/context'

/** The fields of a widget type, the same in every context. */
export interface WidgetTypeFields {
  classname: string
  description: string
  id: string
  /** Whether there can be more than one. */
  is_multi: boolean
  name: string
}

/** A sort of widget (`root`, `widgetType`). */
export type WidgetType<C extends Context = 'edit'> = InEveryContext<WidgetTypeFields, C>
