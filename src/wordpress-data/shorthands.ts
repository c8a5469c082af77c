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
    [nameOf('get', plural), { entity, does: 'list' }],
    [nameOf('get', entity), { entity, does: 'get' }],
    [nameOf('save', entity), { entity, does: 'save' }],
    [nameOf('delete', entity), { entity, does: 'delete' }],
  ]),
)

/** What does something to an entity: `get` and `postType` give `getPostType`. */
function nameOf(prefix: string, entity: string): string {
  return prefix + entity.replace(/(?:^|_)_*(.?)/g, (whole, start: string) => start.toUpperCase())
}
