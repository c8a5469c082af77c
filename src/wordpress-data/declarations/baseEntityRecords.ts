import type { AttachmentFields } from '../../records/attachment'
import type { BlockFields } from '../../records/block'
import type { CommentFields } from '../../records/comment'
import type { FontCollectionFields } from '../../records/fontCollection'
import type { GlobalStylesFields } from '../../records/globalStyles'
import type { GlobalStylesRevisionFields } from '../../records/globalStylesRevision'
import type { IconCollectionFields } from '../../records/iconCollection'
import type { IconFields } from '../../records/icon'
import type { MenuFields } from '../../records/menu'
import type { MenuItemFields } from '../../records/menuItem'
import type { MenuLocationFields } from '../../records/menuLocation'
import type { NavigationFields } from '../../records/navigation'
import type { PageFields } from '../../records/page'
import type { PluginFields } from '../../records/plugin'
import type { PostFields } from '../../records/post'
import type { PostRevisionFields } from '../../records/postRevision'
import type { SettingsFields } from '../../records/settings'
import type { SidebarFields } from '../../records/sidebar'
import type { StatusFields } from '../../records/status'
import type { TaxonomyFields } from '../../records/taxonomy'
import type { TemplateFields } from '../../records/template'
import type { TemplatePartFields } from '../../records/templatePart'
import type { TermFields } from '../../records/term'
import type { ThemeFields } from '../../records/theme'
import type { TypeFields } from '../../records/type'
import type { UnstableBaseFields } from '../../records/unstableBase'
import type { UserFields } from '../../records/user'
import type { WidgetFields } from '../../records/widget'
import type { WidgetTypeFields } from '../../records/widgetType'
import type { Context, ContextField } from '../../records/inference/context'

/**
 * The fields of each record, to which declaration merging can add those of a plugin, by the names that they have in
 * `@wordpress/core-data`.
 * @example
 * declare module '@wordpress/core-data' {
 *   namespace BaseEntityRecords {
 *     interface Post<C extends Context> { reading_time: number }
 *   }
 * }
 */
export declare namespace BaseEntityRecords {
  interface Attachment<C extends Context> extends Omit<AttachmentFields<C>, 'image_quality'> {
    /** As core-data has it: where no size has a quality of its own, servers say `[]` for the sizes. */
    image_quality?: ContextField<{ default: number; sizes: Record<string, number> }, 'edit', C>
  }
  interface Base<C extends Context> extends UnstableBaseFields {}
  interface Block<C extends Context> extends BlockFields<C> {}
  interface Comment<C extends Context> extends CommentFields<C> {}
  interface FontCollection<C extends Context> extends FontCollectionFields {}
  interface GlobalStyles<C extends Context> extends GlobalStylesFields<C> {}
  interface GlobalStylesRevision<C extends Context> extends GlobalStylesRevisionFields<C> {}
  interface Icon<C extends Context> extends IconFields {}
  interface IconCollection<C extends Context> extends IconCollectionFields {}
  interface MenuLocation<C extends Context> extends MenuLocationFields {}
  interface NavMenu<C extends Context> extends MenuFields<C> {}
  interface NavMenuItem<C extends Context> extends MenuItemFields<C> {}
  interface Navigation<C extends Context> extends NavigationFields<C> {}
  interface Page<C extends Context> extends PageFields<C> {}
  interface Plugin<C extends Context> extends PluginFields<C> {}
  interface Post<C extends Context> extends PostFields<C> {}
  interface PostRevision<C extends Context> extends PostRevisionFields<C> {}
  interface PostStatusObject<C extends Context> extends StatusFields {}
  interface Settings<C extends Context> extends SettingsFields {}
  interface Sidebar<C extends Context> extends SidebarFields<C> {}
  interface Taxonomy<C extends Context> extends TaxonomyFields<C> {}
  interface Term<C extends Context> extends TermFields<C> {}
  interface Theme<C extends Context> extends ThemeFields<C> {}
  interface Type<C extends Context> extends TypeFields<C> {}
  interface User<C extends Context> extends UserFields<C> {}
  interface Widget<C extends Context> extends WidgetFields<C> {}
  interface WidgetType<C extends Context> extends WidgetTypeFields {}
  interface WpTemplate<C extends Context> extends TemplateFields<C> {}
  interface WpTemplatePart<C extends Context> extends TemplatePartFields<C> {}
  /** A font family that is installed. */
  interface WpFontFamily<C extends Context> {
    id: string | number
    slug: string
    font_family_settings: FontFamily
  }
}

/** A font family, as theme.json has it. */
export interface FontFamily {
  name: string
  slug: string
  /** As in CSS. */
  fontFamily: string
  fontFace?: FontFace[]
  /** Address of a picture. */
  preview?: string
  id?: string
  source?: string
  version?: string
  author?: string
  license?: string
  description?: string
  tags?: string[]
  variants?: FontFace[]
  category?: string
}

/** One face of a font family, in the words of CSS. */
export interface FontFace {
  fontFamily: string
  fontStyle?: string
  fontWeight?: string | number
  /** Addresses of its files. */
  src?: string | string[]
  /** Address of a picture. */
  preview?: string
  id?: string
  fontDisplay?: string
  fontStretch?: string
  fontVariant?: string
  fontFeatureSettings?: string
  fontVariationSettings?: string
  unicodeRange?: string
}

/** A font family in a collection to install from. */
export interface CollectionFontFamily {
  id: string
  font_family_settings: FontFamily
  categories?: string[]
  _embedded?: { font_faces?: CollectionFontFace[] }
}

/** A face of such a family. */
export interface CollectionFontFace {
  id: string
  font_face_settings: FontFace
}
