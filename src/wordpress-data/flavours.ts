import { builtinEntities } from '../config/builtinEntities'
import type { EntityConfig } from '../config/entityConfig'
import { EntityStoreError, show } from '../core/errors'

/**
 * A generation of WordPress's editor. `6.6`, `6.7`, `6.8`, `7.0` and `7.1` are those of the WordPress of that number, and
 * `6.8` that of 6.9, too; `8.1` is that of core-data 8.1, which is the one of WordPress 7.1.
 */
export type Flavour = '6.6' | '6.7' | '6.8' | '7.0' | '7.1' | '8.1'

/** What differs from one generation to another. */
export interface FlavourSettings {
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

const site = 'name,site_icon,site_icon_url,site_logo,timezone_string,url'
const frontPage = 'page_for_posts,page_on_front,show_on_front'

// What each WordPress preloads was read from its page of the editor; what the store answers, asked of the store there.
const v6x7: FlavourSettings = {
  baseFields: `description,gmt_offset,home,${site}`,
  hasSharedPermissions: true,
  deprecated: {},
}
const v6x8: FlavourSettings = { ...v6x7, baseFields: `description,gmt_offset,home,${site},${frontPage}` }
const v7x0: FlavourSettings = {
  ...v6x8,
  baseFields: `description,gmt_offset,home,image_sizes,image_size_threshold,image_output_formats,jpeg_interlaced,png_interlaced,gif_interlaced,${site},${frontPage}`,
}
const v7x1: FlavourSettings = {
  ...v7x0,
  baseFields: `description,gmt_offset,home,image_max_bit_depth,image_sizes,image_size_threshold,image_strip_meta,${site},${frontPage}`,
  deprecated: { 'root/media': { since: '6.9', kind: 'postType', name: 'attachment' } },
}

const flavours: { readonly [Name in Flavour]: FlavourSettings } = {
  '6.6': {
    ...v6x7,
    // The styles of a theme without a context.
    adjustPath: (path) => path.replace(/^(\/wp\/v2\/global-styles\/themes\/[^?]*)\?context=view$/, '$1'),
    hasSharedPermissions: false,
  },
  '6.7': v6x7,
  '6.8': v6x8,
  '7.0': v7x0,
  '7.1': v7x1,
  '8.1': v7x1,
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
  { baseFields }: Pick<FlavourSettings, 'baseFields'>,
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
    supportsPagination: false,
    ...rest,
  })
  // The widgets screen saves areas and widgets one after the other, and knows by itself what each has made of the other.
  const widgets = builtinEntities(translate)
    .filter(({ kind, name }) => kind === 'root' && (name === 'sidebar' || name === 'widget'))
    .map((config) => ({ ...config, invalidates: [] }))
  return [
    ...widgets,
    {
      kind: 'root',
      name: '__unstableBase',
      label: translate('Base'),
      plural: '__unstableBases',
      baseURL: '/',
      baseURLParams: { _fields: baseFields },
      key: false,
      supportsPagination: false,
    },
    root('fontCollection', 'Font Collections', 'font-collections', { key: 'slug', supportsPagination: true }),
    root('icon', 'Icons', 'icons', { key: 'name' }),
    root('iconCollection', 'Icon Collections', 'icon-collections', { key: 'slug' }),
    // No WordPress up to 7.1 has its route; the ones of plugins come with the templates.
    root('registeredTemplate', 'Registered Templates', 'registered-templates', { baseURLParams: {} }),
  ]
}
