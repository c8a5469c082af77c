import type { EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'

/** A generation of WordPress's editor: `6.6` is that of WordPress 6.6, `8.1` that of core-data 8.1. */
export type Flavour = '6.6' | '8.1'

/** What differs from one generation to another. */
export interface FlavourSettings {
  /** What `getEditedEntityRecord` gives for nothing. */
  readonly noEditedRecord: unknown
  /** The fields of the site's base that are asked for; WordPress preloads exactly these. */
  readonly baseFields: string
  /** What a path is asked as, where WordPress preloads another one. */
  readonly adjustPath?: (path: string) => string
  /** Whether the four permissions of a resource have one resolution. */
  readonly hasSharedPermissions: boolean
  /** Entities that answer with a deprecation, by their name, and what to use instead. */
  readonly deprecated: { readonly [entity: string]: DeprecatedEntity }
}

/** An entity that goes by another name now. */
export interface DeprecatedEntity {
  readonly since: string
  readonly kind: string
  readonly name: string
}

const olderBase = 'description,gmt_offset,home,name,site_icon,site_icon_url,site_logo,timezone_string,url'

const flavours: { readonly [Name in Flavour]: FlavourSettings } = {
  '6.6': {
    noEditedRecord: Object.freeze({}),
    baseFields: olderBase,
    // The styles of a theme without a context.
    adjustPath: (path) => path.replace(/^(\/wp\/v2\/global-styles\/themes\/[^?]*)\?context=view$/, '$1'),
    hasSharedPermissions: false,
    deprecated: {},
  },
  '8.1': {
    noEditedRecord: false,
    baseFields:
      'description,gmt_offset,home,image_max_bit_depth,image_sizes,image_size_threshold,image_strip_meta,name,site_icon,site_icon_url,site_logo,timezone_string,url,page_for_posts,page_on_front,show_on_front',
    hasSharedPermissions: true,
    deprecated: { 'root/media': { since: '6.9', kind: 'postType', name: 'attachment' } },
  },
}

/** @throws EntityStoreError `invalid_option` for a generation that is not known. */
export function flavourOf(flavour: Flavour): FlavourSettings {
  const settings = Object.hasOwn(flavours, flavour) ? flavours[flavour] : undefined
  if (settings) return settings
  throw new EntityStoreError(
    'invalid_option',
    `${show(flavour)} is not a flavour of the editor's store. Pass one of ${Object.keys(flavours).join(', ')}.`,
  )
}

/** The entities of a generation that Copydesk has otherwise, or not at all; `translate` gives their names for people. */
export function entitiesOf(
  { baseFields }: FlavourSettings,
  translate: (text: string) => string,
): readonly EntityConfig[] {
  const view = { context: 'view' }
  const root = (name: string, label: string, path: string, rest: Partial<EntityConfig>): EntityConfig => ({
    kind: 'root',
    name,
    label: translate(label),
    plural: `${name}s`,
    baseURL: `/wp/v2/${path}`,
    baseURLParams: view,
    ...rest,
  })
  return [
    {
      kind: 'root',
      name: '__unstableBase',
      label: translate('Base'),
      plural: '__unstableBases',
      baseURL: '/',
      baseURLParams: { _fields: baseFields },
      key: false,
    },
    root('fontCollection', 'Font Collections', 'font-collections', { key: 'slug', supportsPagination: true }),
    root('icon', 'Icons', 'icons', { key: 'name' }),
    root('iconCollection', 'Icon Collections', 'icon-collections', { key: 'slug' }),
    root('registeredTemplate', 'Registered Templates', 'registered-templates', {}),
  ]
}
