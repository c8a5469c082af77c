import type { Context, OmitNever, RenderedText } from '../../records/inference/context'
import type { BaseEntityRecords } from './baseEntityRecords'

// The records by their names in `@wordpress/core-data`, each in one context or in the union of several.

/** A media file (`postType`, `attachment`; also `root`, `media`), in the `edit` context unless said otherwise. */
export type Attachment<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Attachment<C>>
/** What everybody may know of the site (`root`, `__unstableBase`): one record without an id, the same in every context. */
export type UnstableBase<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Base<C>>
/** A pattern of blocks that a user made (`postType`, `wp_block`), in the `edit` context unless said otherwise. */
export type Block<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Block<C>>
/** A comment (`root`, `comment`), in the `edit` context unless said otherwise. */
export type Comment<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Comment<C>>
/** A collection of fonts to install from (`root`, `fontCollection`), the same in every context. */
export type FontCollection<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.FontCollection<C>>
/** What the user changed in the theme's looks (`root`, `globalStyles`), in the `edit` context unless said otherwise. */
export type GlobalStyles<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.GlobalStyles<C>>
/** An older version of global styles, in the `view` context unless said otherwise. */
export type GlobalStylesRevision<C extends Context = 'view'> = OmitNever<
  BaseEntityRecords.GlobalStylesRevision<C>
>
/** A registered icon (`root`, `icon`), the same in every context. */
export type Icon<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Icon<C>>
/** A set of registered icons (`root`, `iconCollection`), the same in every context. */
export type IconCollection<C extends Context = 'view'> = OmitNever<BaseEntityRecords.IconCollection<C>>
/** A place of the theme where a classic menu can go (`root`, `menuLocation`), the same in every context. */
export type MenuLocation<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.MenuLocation<C>>
/** A classic menu (`root`, `menu`), in the `edit` context unless said otherwise. */
export type NavMenu<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.NavMenu<C>>
/** An item of a classic menu (`root`, `menuItem`), in the `edit` context unless said otherwise. */
export type NavMenuItem<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.NavMenuItem<C>>
/** A navigation menu made of blocks (`postType`, `wp_navigation`), in the `edit` context unless said otherwise. */
export type Navigation<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Navigation<C>>
/** A page (`postType`, `page`), in the `edit` context unless said otherwise. */
export type Page<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Page<C>>
/** An installed plugin (`root`, `plugin`), in the `edit` context unless said otherwise. */
export type Plugin<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Plugin<C>>
/** A post (`postType`, `post`), in the `edit` context unless said otherwise. */
export type Post<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Post<C>>
/** An older version of a post, or its autosave, in the `view` context unless said otherwise. */
export type PostRevision<C extends Context = 'view'> = OmitNever<BaseEntityRecords.PostRevision<C>>
/** A status that posts can have (`root`, `status`), in the `edit` context unless said otherwise. */
export type PostStatusObject<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.PostStatusObject<C>>
/** The settings of the site (`root`, `site`): one record without an id, the same in every context. */
export type Settings<C extends Context = 'view'> = OmitNever<BaseEntityRecords.Settings<C>>
/** A widget area of the theme (`root`, `sidebar`), in the `edit` context unless said otherwise. */
export type Sidebar<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Sidebar<C>>
/** A taxonomy (`root`, `taxonomy`), in the `edit` context unless said otherwise. */
export type Taxonomy<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Taxonomy<C>>
/** A category, tag or other term (every `taxonomy` entity), in the `edit` context unless said otherwise. */
export type Term<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Term<C>>
/** An installed theme (`root`, `theme`), in the `edit` context unless said otherwise. */
export type Theme<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Theme<C>>
/** A post type (`root`, `postType`), in the `edit` context unless said otherwise. */
export type Type<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Type<C>>
/** A user (`root`, `user`), in the `edit` context unless said otherwise. */
export type User<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.User<C>>
/** A widget (`root`, `widget`), in the `edit` context unless said otherwise. */
export type Widget<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.Widget<C>>
/** A sort of widget (`root`, `widgetType`), the same in every context. */
export type WidgetType<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.WidgetType<C>>
/** A template (`postType`, `wp_template`), in the `edit` context unless said otherwise. */
export type WpTemplate<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.WpTemplate<C>>
/** A part that templates share (`postType`, `wp_template_part`), in the `edit` context unless said otherwise. */
export type WpTemplatePart<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.WpTemplatePart<C>>
/** A font family that is installed (`postType`, `wp_font_family`), the same in every context. */
export type WpFontFamily<C extends Context = 'edit'> = OmitNever<BaseEntityRecords.WpFontFamily<C>>

/** What can be sent of global styles: the title as plain text, too. */
export type GlobalStylesUpdate = Pick<GlobalStyles<'edit'>, 'id'> &
  Omit<Partial<GlobalStyles<'edit'>>, 'id' | 'title'> & { title?: string | RenderedText<'edit'> }

/** The records of each package; declaration merging can add a package. */
export interface PerPackageEntityRecords<C extends Context> {
  core:
    | Attachment<C>
    | Block<C>
    | Comment<C>
    | FontCollection<C>
    | GlobalStyles<C>
    | GlobalStylesRevision<C>
    | Icon<C>
    | IconCollection<C>
    | MenuLocation<C>
    | NavMenu<C>
    | NavMenuItem<C>
    | Navigation<C>
    | Page<C>
    | Plugin<C>
    | Post<C>
    | PostRevision<C>
    | PostStatusObject<C>
    | Settings<C>
    | Sidebar<C>
    | Taxonomy<C>
    | Term<C>
    | Theme<C>
    | Type<C>
    | UnstableBase<C>
    | User<C>
    | Widget<C>
    | WidgetType<C>
    | WpFontFamily<C>
    | WpTemplate<C>
    | WpTemplatePart<C>
}

/** A record of whichever entity. */
export type EntityRecord<C extends Context = 'edit'> =
  PerPackageEntityRecords<C>[keyof PerPackageEntityRecords<C>]
