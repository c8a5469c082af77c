import type { Context, ContextField, ReadonlyRecord, RenderedText } from './inference/context'

/** The fields of a plugin, to which declaration merging can add others. */
export interface PluginFields<C extends Context> {
  author: ContextField<string, 'view' | 'edit', C>
  author_uri: ContextField<string, 'view' | 'edit', C>
  /** With `raw` in both contexts. */
  description: ContextField<RenderedText<'edit'>, 'view' | 'edit', C>
  name: string
  /** Whether it can only be active for a whole network of sites. */
  network_only: boolean
  /** The key: its folder and main file without the ending. */
  plugin: string
  plugin_uri: ContextField<string, 'view' | 'edit', C>
  /** The least PHP version it asks for. */
  requires_php: string
  /** The least WordPress version it asks for. */
  requires_wp: string
  /** To be written only: the name in the directory, to install it from there. */
  slug?: string
  status: 'active' | 'inactive' | 'network-active'
  textdomain: ContextField<string, 'view' | 'edit', C>
  version: ContextField<string, 'view' | 'edit', C>
}

/**
 * An installed plugin (`root`, `plugin`), in the `edit` context unless said otherwise.
 */
export type Plugin<C extends Context = 'edit'> = ReadonlyRecord<PluginFields<C>>
