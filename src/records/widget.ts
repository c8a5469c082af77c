import type { Context, ContextField, ReadonlyRecord } from './inference/context'

/** The fields of a widget, to which declaration merging can add others. */
export interface WidgetFields<C extends Context> {
  /** To be written only: the fields of its form, encoded as in an address. */
  form_data?: string
  id: string
  /** The id of its widget type. */
  id_base: string
  instance: ContextField<WidgetInstance, 'edit', C>
  /** Its HTML as visitors see it. */
  rendered: string
  /** The HTML of its settings form. */
  rendered_form: ContextField<string, 'edit', C>
  /** The id of its sidebar. */
  sidebar: string
}

/** The settings of one widget. */
export interface WidgetInstance {
  /** The settings, serialised and in base 64. */
  encoded: string
  /** Proves that `encoded` is the server's own. */
  hash: string
  /** The settings in the open, where the widget type shows them. */
  raw?: Record<string, unknown>
}

/** A widget (`root`, `widget`), in the `edit` context unless said otherwise. */
export type Widget<C extends Context = 'edit'> = ReadonlyRecord<WidgetFields<C>>
