import { builtinEntities } from '../config/builtinEntities'
import { entitiesOf } from './flavours'

/** What a short name stands for. */
export interface Shorthand {
  /** The name of the entity, of the kind `root`. */
  readonly entity: string
  readonly does: 'get' | 'list' | 'save' | 'delete'
}

/** The short names of what is done with the root entities, such as `getPostTypes`. */
export const shorthands: ReadonlyMap<string, Shorthand> = /* @__PURE__ */ new Map(
  rootEntities().flatMap(([entity, plural]): [string, Shorthand][] => [
    [nameOf('get', plural), { entity, does: 'list' }],
    [nameOf('get', entity), { entity, does: 'get' }],
    [nameOf('save', entity), { entity, does: 'save' }],
    [nameOf('delete', entity), { entity, does: 'delete' }],
  ]),
)

/** The root entities of each generation by name and plural: the settings come later, and attachments are `media` here. */
function rootEntities(): readonly (readonly [name: string, plural: string])[] {
  const configs = [...builtinEntities(String), ...entitiesOf({ baseFields: '' }, String)]
  return [
    ...configs.map(({ name, plural = name }) => [name === 'attachment' ? 'media' : name, plural] as const),
    ['site', 'sites'],
  ]
}

/** What does something to an entity: `get` and `postType` give `getPostType`. */
function nameOf(prefix: string, entity: string): string {
  return prefix + entity.replace(/(?:^|_)_*(.?)/g, (whole, start: string) => start.toUpperCase())
}
