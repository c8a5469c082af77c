import { isRecord } from '../../core/plain'
import type { GlobalStylesRevisionRow, GlobalStylesRow } from './appearanceRows'
import { contextArg, contextOf, curies, inContext, listArgs, pageOf, restUrl } from '../http/listing'
import type { Arg } from '../http/params'
import { forbidden, WpError } from '../http/wpError'
import { curl } from '../posts/rendering'
import type { Call, Route } from '../http/route'
import { activeTheme, can, does, type SiteState, tick } from '../site/siteState'

const base = '/wp/v2/global-styles'
const object: Arg = {
  type: 'any',
  check: (value, name) =>
    isRecord(value) || (Array.isArray(value) && value.length === 0)
      ? undefined
      : { code: 'rest_invalid_type', message: `${name} is not of type object.`, data: { param: name } },
}

/** The styles of the theme, its variations, and what the user has changed of them. */
export const globalStylesRoutes: readonly Route[] = [
  {
    path: `${base}/themes/:stylesheet/variations`,
    batch: false,
    GET: {
      permit: mayReadTheme,
      run: (call) => {
        checkTheme(call)
        return activeTheme(call.site).variations
      },
    },
  },
  {
    path: `${base}/themes/:stylesheet`,
    batch: false,
    GET: {
      permit: mayReadTheme,
      run: (call) => {
        checkTheme(call)
        const { stylesheet, settings, styles } = activeTheme(call.site)
        const self = [{ href: restUrl(call, `${base}/themes/${stylesheet}`) }]
        return { settings, styles, _links: { self } }
      },
    },
  },
  {
    path: `${base}/:id/revisions`,
    batch: false,
    GET: {
      args: listArgs,
      permit: mayReadRevisions,
      run: (call) =>
        pageOf(call, [...call.site.globalStylesRevisions].reverse(), 'rest_revision_invalid_page_number').map(
          (row) => showRevision(call, row),
        ),
    },
  },
  {
    path: `${base}/:id/revisions/:revisionId`,
    batch: false,
    GET: {
      args: contextArg,
      permit: mayReadRevisions,
      run: (call) => {
        const id = Number(call.params.revisionId)
        const found = call.site.globalStylesRevisions.find((row) => row.id === id)
        if (found) return showRevision(call, found)
        throw new WpError(404, 'rest_post_invalid_id', 'Invalid revision ID.')
      },
    },
  },
  {
    path: `${base}/:id`,
    batch: false,
    GET: {
      args: contextArg,
      permit: (call) => mayUse(call, 'rest_cannot_view', 'view'),
      run: (call) => showStyles(call, find(call)),
    },
    update: {
      args: { title: { type: 'any' }, settings: object, styles: object },
      permit: (call) => mayUse(call, 'rest_cannot_edit', 'edit'),
      run: update,
    },
  },
]

/** The user's styles; made when they are first asked for, with the next id of posts. */
export function globalStylesOf(site: SiteState): GlobalStylesRow {
  site.globalStyles ??= { id: ++site.lastPostId, title: 'Custom Styles', settings: {}, styles: {} }
  return site.globalStyles
}

function mayReadTheme({ site, user }: Call): void {
  const isReadable = does(site, 'readableThemeStyles')
  if (can(user, isReadable ? 'edit_posts' : 'edit_theme_options')) return
  const message = 'Sorry, you are not allowed to access the global styles on this site.'
  throw forbidden(user, `rest_cannot_${isReadable ? 'read' : 'manage'}_global_styles`, message)
}

// Others than the active one can't be asked for their styles.
function checkTheme({ site, params }: Call): void {
  if (activeTheme(site).stylesheet === params.stylesheet) return
  throw new WpError(404, 'rest_theme_not_found', 'Theme not found.')
}

function find({ site, params }: Call): GlobalStylesRow {
  const styles = globalStylesOf(site)
  if (styles.id === Number(params.id)) return styles
  const message = 'No global styles config exist with that id.'
  throw new WpError(404, 'rest_global_styles_not_found', message)
}

function mayUse(call: Call, code: string, verb: string): void {
  find(call)
  const isReader = verb === 'view' && does(call.site, 'readableUserStyles') && can(call.user, 'edit_posts')
  if (isReader || can(call.user, 'edit_theme_options')) return
  throw forbidden(call.user, code, `Sorry, you are not allowed to ${verb} this global style.`)
}

function mayReadRevisions(call: Call): void {
  if (globalStylesOf(call.site).id !== Number(call.params.id)) {
    throw new WpError(404, 'rest_post_invalid_parent', 'Invalid post parent ID.')
  }
  if (can(call.user, 'edit_theme_options')) return
  const message = 'Sorry, you are not allowed to view revisions of this post.'
  throw forbidden(call.user, 'rest_cannot_read', message)
}

function update(call: Call): object {
  const { site, user, params } = call
  const row = find(call)
  const css = isRecord(params.styles) ? params.styles.css : undefined
  if (typeof css === 'string' && /<\/?\w+/.test(css) && !does(site, 'markupInStyles')) {
    throw new WpError(400, 'rest_custom_css_illegal_markup', 'Markup is not allowed in CSS.')
  }
  const title = isRecord(params.title) ? params.title.raw : params.title
  if (title !== undefined) row.title = String(title)
  if (params.styles !== undefined) row.styles = known(params.styles, styleNames)
  if (params.settings !== undefined) row.settings = known(params.settings, settingNames)
  const date = tick(site)
  const { settings, styles } = row
  site.globalStylesRevisions.push({ id: ++site.lastPostId, author: user?.id ?? 0, date, settings, styles })
  return showStyles(call, row, 'edit')
}

const both = ['background', 'border', 'blocks', 'color', 'dimensions', 'shadow', 'spacing', 'typography']
const styleNames = [...both, 'css', 'elements', 'filter', 'outline', 'variations']
const settingNames = [
  ...both,
  'appearanceTools',
  'custom',
  'layout',
  'lightbox',
  'position',
  'useRootPaddingAwareAlignments',
]

/** What a theme.json may hold; the rest is left out without a word. */
function known(given: unknown, names: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(isRecord(given) ? given : {})
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)))
}

function showStyles(call: Call, row: GlobalStylesRow, context = contextOf(call)): object {
  const { site, user } = call
  const href = restUrl(call, `${base}/${row.id}`)
  const mayPublish = does(site, 'readableUserStyles') ? 'publish_posts' : 'edit_theme_options'
  const actions = [
    ...(can(user, mayPublish) ? ['publish'] : []),
    ...(can(user, 'unfiltered_html') ? ['edit-css'] : []),
  ]
  return {
    ...inContext(context, {
      all: { id: row.id, title: { raw: row.title, rendered: curl(row.title) } },
      notEmbed: { settings: row.settings, styles: row.styles },
    }),
    _links: {
      self: [{ href }],
      about: [{ href: restUrl(call, '/wp/v2/types/wp_global_styles') }],
      'version-history': [{ count: site.globalStylesRevisions.length, href: `${href}/revisions` }],
      ...Object.fromEntries(actions.map((action) => [`wp:action-${action}`, [{ href }]])),
      ...(actions.length > 0 && { curies }),
    },
  }
}

function showRevision(call: Call, row: GlobalStylesRevisionRow): object {
  const { id, author, date, settings, styles } = row
  return inContext(contextOf(call), {
    all: { id, author, date, parent: globalStylesOf(call.site).id },
    notEmbed: { settings, styles, date_gmt: date, modified: date, modified_gmt: date },
  })
}
