import { listArgs, searchArgs } from '../http/listing'
import { type Arg, type Args, findParamError, integer, integers, text, texts, toList } from '../http/params'
import { has, taxonomiesOf } from './postTypes'
import { defaultOf } from './meta'
import { unwantedTerms, wantedTerms } from './termQuery'
import { can, does, type PostType, type SiteState } from '../site/siteState'
import { timeOf } from './times'

const writableStatuses = ['publish', 'future', 'draft', 'pending', 'private']

/** The status that a post may be given. */
export const writableStatus: Arg = { type: 'string', enum: writableStatuses }

const knownStatuses = [
  ...writableStatuses,
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
  'any',
]

/** The formats that posts may have. */
export const postFormats: readonly string[] =
  'standard aside chat gallery link image quote status video audio'.split(' ')

const date: Arg = {
  type: 'any',
  check: (value) =>
    value === null || (typeof value === 'string' && timeOf(value) !== undefined)
      ? undefined
      : { code: 'rest_invalid_date', message: 'Invalid date.' },
}

const mediaTypes: Arg = { type: 'string', enum: ['image', 'video', 'text', 'application', 'audio'] }

/** What posts of all types can be ordered by. */
export const postOrders: readonly string[] =
  'author date id include modified parent relevance slug include_slugs title'.split(' ')

/** What a list of posts may be asked for. */
export function listOf(type: PostType, site: SiteState): Args {
  const orders = [...postOrders, ...(has(type, 'page-attributes') ? ['menu_order'] : [])]
  const isMedia = type.slug === 'attachment'
  return {
    ...listArgs,
    search: text,
    after: date,
    modified_after: date,
    ...(has(type, 'author') && { author: integers, author_exclude: integers }),
    before: date,
    modified_before: date,
    ...searchArgs('date', orders, 'desc'),
    ...(has(type, 'page-attributes') && { menu_order: integer }),
    ...((type.hierarchical || isMedia) && { parent: integers, parent_exclude: integers }),
    slug: texts,
    status: {
      ...texts,
      default: [isMedia ? 'inherit' : 'publish'],
      check: checkStatuses(type),
    },
    ...Object.fromEntries(
      taxonomiesOf(type, site).flatMap(({ restBase }) => [
        [restBase, wantedTerms],
        [`${restBase}_exclude`, unwantedTerms],
      ]),
    ),
    ...(type.slug === 'post' && {
      sticky: { type: 'boolean' },
      ...(does(site, 'stickyFirst') && { ignore_sticky: { type: 'boolean', default: true } }),
    }),
    ...(does(site, 'listsByFormat') && {
      search_semantics: { type: 'string', enum: ['exact'] },
      ...(has(type, 'post-formats') && {
        format: { type: 'array', items: { type: 'string', enum: postFormats } },
      }),
    }),
    ...(isMedia && {
      media_type: does(site, 'mediaTypeLists') ? { type: 'array', items: mediaTypes } : mediaTypes,
      mime_type: does(site, 'mediaTypeLists') ? texts : text,
    }),
  }
}

function checkStatuses(type: PostType): NonNullable<Arg['check']> {
  const isMedia = type.slug === 'attachment'
  const known: Arg = {
    type: 'array',
    items: { type: 'string', enum: isMedia ? ['inherit', 'private', 'trash'] : knownStatuses },
  }
  return (value, name, user) => {
    for (const status of toList(value)) {
      const isOpen = status === (isMedia ? 'inherit' : 'publish')
      const readsPrivate = status === 'private' && can(user, `read_private_${type.capabilities}`)
      if (isOpen) continue
      if (!readsPrivate && !can(user, `edit_${type.capabilities}`)) {
        const data = { status: user ? 403 : 401 }
        return { code: 'rest_forbidden_status', message: 'Status is forbidden.', data }
      }
      const fault = findParamError(value, known, name)
      if (fault) return fault
    }
    return undefined
  }
}

/** The fields that a post may be made of. */
export function writeArgs(type: PostType, site: SiteState): Args {
  const openOrClosed: Arg = { type: 'string', enum: ['open', 'closed'] }
  return {
    date,
    date_gmt: date,
    slug: text,
    status: writableStatus,
    password: text,
    parent: integer,
    author: integer,
    featured_media: integer,
    comment_status: openOrClosed,
    ping_status: openOrClosed,
    menu_order: integer,
    ...(has(type, 'post-formats') && { format: { type: 'string', enum: postFormats } }),
    ...(type.slug === 'post' && { sticky: { type: 'boolean' } }),
    template: text,
    ...Object.fromEntries(taxonomiesOf(type, site).map(({ restBase }) => [restBase, integers])),
  }
}

/** The JSON schema of a post’s meta. */
export function metaSchema(type: PostType, site: SiteState): object {
  const isTitled = does(site, 'titledMeta')
  const fields = Object.entries(type.meta).map(([key, field]) => [
    key,
    {
      type: field.type ?? 'string',
      ...(isTitled && { title: field.label ?? '' }),
      description: field.description ?? '',
      default: defaultOf(field),
    },
  ])
  return {
    description: 'Meta fields.',
    type: 'object',
    context: ['view', 'edit'],
    properties: fields.length > 0 ? (Object.fromEntries(fields) as object) : [],
  }
}
