import type * as instead from 'copydesk/wordpress-data'
import { select, resolveSelect, dispatch } from '@wordpress/data'
import { store } from 'copydesk/wordpress-data'
import { describe, expectTypeOf, it } from 'vitest'

type Page = instead.Page

// Each type that core-data 8.1.0 exports: one that is missing does not compile.
export type Exported = [
  instead.AbsoluteBlockIndexPath,
  instead.AnyFunction,
  instead.Attachment,
  instead.BaseEntityRecords.Post<instead.Context>,
  instead.BaseState,
  instead.Block,
  instead.CollaboratorInfo,
  instead.CollectionFontFace,
  instead.CollectionFontFamily,
  instead.Comment,
  instead.ConnectionError,
  instead.ConnectionStatus,
  instead.Context,
  instead.ContextualField<string, 'edit', 'edit'>,
  instead.CoreDataPrivateApis,
  instead.CursorPosition,
  instead.DebugCollaboratorData,
  instead.DefaultContextOf<'postType', 'post'>,
  instead.EditorState,
  instead.EnhancedState<object>,
  instead.EntityContextDefaults,
  instead.EntityKind,
  instead.EntityNameOf<'postType'>,
  instead.EntityRecord,
  instead.EntityRecordOf<'postType', 'post'>,
  instead.EntityRecordOfQuery<'postType', 'post', object>,
  instead.EntityRecordTypes<'edit'>,
  instead.EqualityFieldCheck<{ a: 1 }, 'a'>,
  instead.FontCollection,
  instead.FontFace,
  instead.FontFamily,
  instead.GlobalStyles,
  instead.GlobalStylesRevision,
  instead.GlobalStylesUpdate,
  instead.Icon,
  instead.IconCollection,
  instead.MenuLocation,
  instead.NavMenu,
  instead.NavMenuItem,
  instead.Navigation,
  instead.OmitNevers<object>,
  instead.Page,
  instead.PerPackageEntityRecords<'edit'>,
  instead.Plugin,
  instead.Post,
  instead.PostEditorAwarenessState,
  instead.PostEditorState,
  instead.PostRevision,
  instead.PostSaveEvent,
  instead.PostStatus,
  instead.PostStatusObject,
  instead.PostTypeEntityContexts,
  instead.PostTypeEntityRecordTypes<'edit'>,
  instead.RenderedText<'edit'>,
  instead.ResolvedSelection,
  instead.RootEntityContexts,
  instead.RootEntityRecordTypes<'edit'>,
  instead.SelectionCursor,
  instead.SelectionEndpoint,
  instead.SelectionInMultipleBlocks,
  instead.SelectionInOneBlock,
  instead.SelectionNone,
  instead.SelectionState,
  instead.SelectionWholeBlock,
  instead.SerializableYItem,
  instead.SerializableYItemRef,
  instead.Settings,
  instead.Sidebar,
  instead.Taxonomy,
  instead.TaxonomyEntityContexts,
  instead.TaxonomyEntityRecordTypes<'edit'>,
  instead.TemplatePartArea,
  instead.TemplateType,
  instead.Term,
  instead.Theme,
  instead.Type,
  instead.UnstableBase,
  instead.Updatable<object>,
  instead.User,
  instead.WPBlockSelection,
  instead.WPSelection,
  instead.Widget,
  instead.WidgetType,
  instead.WithPermissions<object>,
  instead.WpFontFamily,
  instead.WpTemplate,
  instead.WpTemplatePart,
  instead.YDocDebugData,
]

describe('the types in place of those of core-data', () => {
  it('tell what the selectors of the store give', () => {
    expectTypeOf(select(store).getEntityRecord('postType', 'page', 1)).toEqualTypeOf<Page | undefined>()
    expectTypeOf(
      resolveSelect(store).getEntityRecords('postType', 'page', { context: 'view' }),
    ).toEqualTypeOf<Promise<instead.Page<'view'>[] | null>>()
    expectTypeOf(select(store).getEntityRecord<instead.User>('root', 'user', 1)).toEqualTypeOf<
      instead.User | undefined
    >()
    expectTypeOf(select(store).hasUndo()).toEqualTypeOf<boolean>()
  })

  it('tell what its actions take, and that each gives a promise', () => {
    expectTypeOf(dispatch(store).undo()).resolves.toBeVoid()
    // @ts-expect-error -- global styles are saved by their id
    void dispatch(store).saveGlobalStyles({ title: 'Mine' })
  })

  it('know what the hooks give', () => {
    expectTypeOf<typeof instead.useEntityRecord<Page>>()
      .returns.toHaveProperty('record')
      .toEqualTypeOf<Page | null>()
    expectTypeOf<typeof instead.useEntityRecords<Page>>()
      .returns.toHaveProperty('records')
      .toEqualTypeOf<Page[] | null>()
  })
})
