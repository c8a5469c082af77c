import { shorthandName } from '../config/shorthandName'

/** Entities that have names of their own in the store: singular, plural where there are lists. */
const entities: readonly (readonly [name: string, plural?: string])[] = [
  ['__unstableBase', '__unstableBases'],
  ['postType', 'postTypes'],
  ['media', 'mediaItems'],
  ['taxonomy', 'taxonomies'],
  ['sidebar', 'sidebars'],
  ['widget', 'widgets'],
  ['widgetType', 'widgetTypes'],
  ['user', 'users'],
  ['comment', 'comments'],
  ['menu', 'menus'],
  ['menuItem', 'menuItems'],
  ['menuLocation', 'menuLocations'],
  ['globalStyles', 'globalStylesVariations'],
  ['theme', 'themes'],
  ['plugin', 'plugins'],
  ['status', 'statuses'],
  ['fontCollection', 'fontCollections'],
  ['icon', 'icons'],
  ['iconCollection', 'iconCollections'],
  ['site', 'sites'],
  ['registeredTemplate', 'registeredTemplates'],
]

/** What a short name stands for. */
export interface Shorthand {
  /** The name of the entity, of the kind `root`. */
  readonly entity: string
  readonly does: 'get' | 'list' | 'save' | 'delete'
}

/** The short names of what is done with the root entities, such as `getPostTypes`. */
export const shorthands: ReadonlyMap<string, Shorthand> = /* @__PURE__ */ new Map(
  entities.flatMap(([entity, plural = entity]): [string, Shorthand][] => [
    [shorthandName('root', plural), { entity, does: 'list' }],
    [shorthandName('root', entity), { entity, does: 'get' }],
    [shorthandName('root', entity, 'save'), { entity, does: 'save' }],
    [shorthandName('root', entity, 'delete'), { entity, does: 'delete' }],
  ]),
)
