import { actionsAt, linksTo } from '../http/links'
import { isRecord } from '../../core/plain'
import type { StylesMeta, ThemeRow } from './appearanceRows'
import { contextOf, inContext } from '../http/listing'
import { type Arg, takeSent } from '../http/params'
import { found, notAllowed, WpError } from '../http/wpError'
import { curl } from '../posts/rendering'
import { type History, revisionRoutesOf } from '../posts/history'
import { emptyPost, putPost, rowsOf, type StylesRow } from '../posts/postRows'
import { revisionOf, revisionsOf } from '../posts/revisions'
import { resource } from '../http/resource'
import type { Call, Route } from '../http/route'
import { activeTheme, can, demand, does, type PostRow, type SiteState, tick } from '../site/siteState'

const base = '/wp/v2/global-styles'
const object: Arg = {
  type: 'any',
  check: (value, name) =>
    isRecord(value) || (Array.isArray(value) && value.length === 0)
      ? undefined
      : { code: 'rest_invalid_type', message: `${name} is not of type object.`, data: { param: name } },
}

const history: History<StylesRow> = {
  base: `${base}/:id`,
  find,
  mayRead: ({ user }) => can(user, 'edit_theme_options'),
  show: showRevision,
}

/** The styles of the theme, its variations, and what the user has changed of them. */
export const globalStylesRoutes: readonly Route[] = [
  {
    path: `${base}/themes/:stylesheet/variations`,
    GET: { permit: mayReadTheme, run: (call) => themeOf(call).variations },
  },
  {
    path: `${base}/themes/:stylesheet`,
    GET: {
      permit: mayReadTheme,
      run: (call) => {
        const { stylesheet, settings, styles } = themeOf(call)
        return { settings, styles, _links: linksTo(call, { self: `${base}/themes/${stylesheet}` }) }
      },
    },
  },
  ...revisionRoutesOf(history),
  // A site has one row of them, and no list.
  ...resource<StylesRow>({
    path: base,
    find,
    show: showStyles,
    read: { permitRow: (call) => mayUse(call, 'rest_cannot_view', 'view') },
    update: {
      args: { title: { type: 'any' }, settings: object, styles: object },
      permitRow: (call) => mayUse(call, 'rest_cannot_edit', 'edit'),
      change: update,
    },
  }).slice(1),
]

/** The user's styles; made when they are first asked for, with the next id of posts. */
export function globalStylesOf(site: SiteState): StylesRow {
  const [styles] = rowsOf(site, 'wp_global_styles')
  return styles ?? addGlobalStyles(site, {})
}

/** What the user has changed of the styles at the beginning. */
export type MockGlobalStyles = Partial<StylesMeta & { id: number; title: string }>

/** Puts the user's styles in the table. */
export function addGlobalStyles(site: SiteState, given: MockGlobalStyles): StylesRow {
  const { settings = {}, styles = {}, ...own } = given
  const row = { title: 'Custom Styles', status: 'publish', ...own, meta: { settings, styles } }
  return putPost(site, emptyPost('wp_global_styles', site, row))
}

function mayReadTheme({ site, user }: Call): void {
  const isReadable = does(site, 'readableThemeStyles')
  demand(
    user,
    isReadable ? 'edit_posts' : 'edit_theme_options',
    `rest_cannot_${isReadable ? 'read' : 'manage'}_global_styles`,
    'access the global styles on this site',
  )
}

// Others than the active one can't be asked for their styles.
function themeOf({ site, params }: Call): ThemeRow {
  const theme = activeTheme(site)
  const isAsked = theme.stylesheet === params.stylesheet
  return found(isAsked ? theme : undefined, 'rest_theme_not_found', 'Theme not found.')
}

function find({ site, params }: Call): StylesRow {
  const styles = globalStylesOf(site)
  const isAsked = styles.id === Number(params.id)
  const message = 'No global styles config exist with that id.'
  return found(isAsked ? styles : undefined, 'rest_global_styles_not_found', message)
}

function mayUse(call: Call, code: string, verb: string): void {
  const isReader = verb === 'view' && does(call.site, 'readableUserStyles') && can(call.user, 'edit_posts')
  if (isReader || can(call.user, 'edit_theme_options')) return
  throw notAllowed(call.user, code, `${verb} this global style`)
}

function update({ site, user, params }: Call, row: StylesRow): StylesRow {
  const css = isRecord(params.styles) ? params.styles.css : undefined
  if (typeof css === 'string' && /<\/?\w+/.test(css) && !does(site, 'markupInStyles')) {
    throw new WpError(400, 'rest_custom_css_illegal_markup', 'Markup is not allowed in CSS.')
  }
  takeSent(row, params, ['title'])
  if (params.styles !== undefined) row.meta.styles = known(params.styles, styleNames)
  if (params.settings !== undefined) row.meta.settings = known(params.settings, settingNames)
  tick(site)
  putPost(site, revisionOf(site, { ...row, meta: { ...row.meta } }, user?.id ?? 0))
  return row
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

function showStyles(call: Call, row: StylesRow, context = contextOf(call)): object {
  const { site, user } = call
  const self = `${base}/${row.id}`
  const mayPublish = does(site, 'readableUserStyles') ? 'publish_posts' : 'edit_theme_options'
  return {
    ...inContext(context, {
      all: { id: row.id, title: { raw: row.title, rendered: curl(row.title) } },
      notEmbed: { ...row.meta },
    }),
    _links: linksTo(call, {
      self,
      about: '/wp/v2/types/wp_global_styles',
      'version-history': { count: revisionsOf(site, row.id).length, href: `${self}/revisions` },
      ...actionsAt(self, { publish: can(user, mayPublish), 'edit-css': can(user, 'unfiltered_html') }),
    }),
  }
}

function showRevision(call: Call, row: PostRow): object {
  const { id, author, date, parent, meta } = row
  return inContext(contextOf(call), {
    all: { id, author, date, parent },
    notEmbed: { ...meta, date_gmt: date, modified: date, modified_gmt: date },
  })
}
