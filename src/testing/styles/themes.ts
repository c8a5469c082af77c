import type { ThemeRow } from './appearanceRows'
import { globalStylesOf } from './globalStyles'
import { linksTo, type Targets } from '../http/links'
import { wishesOf } from '../http/listing'
import { postFormats } from '../posts/postParams'
import { found, notAllowed } from '../http/wpError'
import type { Call, Route } from '../http/route'
import { activeTheme, can, does, type SiteState } from '../site/siteState'

/** The themes; all who write may see the one in use. */
export const themeRoutes: readonly Route[] = [
  {
    path: '/wp/v2/themes',
    GET: {
      args: { status: { type: 'array', items: { type: 'string', enum: ['active', 'inactive'] } } },
      permit: (call) => {
        const wanted = (call.params.status ?? []) as string[]
        mayView(call, wanted.length === 1 && wanted[0] === 'active')
      },
      run: (call) => {
        const { site } = call
        const { among } = wishesOf(call)
        const shown = site.themes.filter((theme) => among('status', statusOf(site, theme)))
        call.headers['X-WP-Total'] = String(shown.length)
        call.headers['X-WP-TotalPages'] = '1'
        return shown.map((theme) => showTheme(call, theme))
      },
    },
  },
  {
    path: '/wp/v2/themes/:stylesheet+',
    GET: {
      permit: (call) => {
        mayView(call, activeTheme(call.site).stylesheet === call.params.stylesheet)
      },
      run: (call) => {
        const { site, params } = call
        const theme = site.themes.find(({ stylesheet }) => stylesheet === params.stylesheet)
        return showTheme(call, found(theme, 'rest_theme_not_found', 'Theme not found.'))
      },
    },
  },
]

function mayView({ user }: Call, isActive: boolean): void {
  if (can(user, 'switch_themes') || (isActive && can(user, 'edit_posts'))) return
  throw isActive
    ? notAllowed(user, 'rest_cannot_view_active_theme', 'view the active theme')
    : notAllowed(user, 'rest_cannot_view_themes', 'view themes')
}

function statusOf(site: SiteState, theme: ThemeRow): 'active' | 'inactive' {
  return activeTheme(site) === theme ? 'active' : 'inactive'
}

function showTheme(call: Call, theme: ThemeRow): object {
  const { site } = call
  const { stylesheet, author, authorUri, tags } = theme
  const isActive = activeTheme(site) === theme
  const isExported = isActive && theme.isBlockTheme && does(site, 'themeExportLink')
  const plain = (raw: string) => ({ raw, rendered: raw })
  const folder = `${site.url}/wp-content/themes/${stylesheet}`
  const by = authorUri ? `<a href="${authorUri}">${author}</a>` : author
  return {
    stylesheet,
    template: stylesheet,
    requires_php: '',
    requires_wp: '',
    textdomain: stylesheet,
    version: theme.version,
    screenshot: '',
    author: { raw: author, rendered: by },
    author_uri: plain(authorUri),
    description: plain(theme.description),
    name: plain(theme.name),
    tags: { raw: tags, rendered: tags.join(', ') },
    theme_uri: plain(theme.themeUri),
    status: statusOf(site, theme),
    ...(isActive && { theme_supports: theme.supports }),
    ...(isActive && does(site, 'themeTemplateTypes') && templateKindsOf(site)),
    is_block_theme: theme.isBlockTheme,
    stylesheet_uri: folder,
    template_uri: folder,
    ...theme.fields,
    _links: linksTo(call, {
      self: `/wp/v2/themes/${stylesheet}`,
      collection: '/wp/v2/themes',
      'wp:user-global-styles': isActive && `/wp/v2/global-styles/${globalStylesOf(site).id}`,
      'wp:export-theme': isExported && exportOf(call),
    }),
  }
}

/** The zip of the theme; the link hints who may have it, though it leads to no record. */
function exportOf({ user, hint }: Call): Targets[string] {
  const hints = hint && { targetHints: { allow: can(user, 'export') ? ['GET'] : [] } }
  return { ...hints, href: '/wp-block-editor/v1/export' }
}

const templateTypes: readonly (readonly [slug: string, title: string, description: string])[] = [
  ['index', 'Index', 'For everything that no other template fits.'],
  ['home', 'Blog Home', 'The latest posts.'],
  ['front-page', 'Front Page', 'The page that visitors see first.'],
  ['singular', 'Single Entries', 'For single posts and pages that no other template fits.'],
  ['single', 'Single Posts', 'For single posts.'],
  ['page', 'Pages', 'For single pages.'],
  ['archive', 'All Archives', 'For lists of posts that no other template fits.'],
  ['author', 'Author Archives', 'The posts of one author.'],
  ['category', 'Category Archives', 'The posts of a category.'],
  ['taxonomy', 'Taxonomy', 'The posts of a term of another taxonomy.'],
  ['date', 'Date Archives', 'The posts of a year, a month or a day.'],
  ['tag', 'Tag Archives', 'The posts of a tag.'],
  ['attachment', 'Attachment Pages', 'For pages of media.'],
  ['search', 'Search Results', 'What a search has found.'],
  ['privacy-policy', 'Privacy Policy', 'The page that tells of privacy.'],
  ['404', 'Page: 404', 'For addresses where nothing is.'],
  ...postFormats.map((format): [string, string, string] => {
    const name = `${format.charAt(0).toUpperCase()}${format.slice(1)}`
    return [`taxonomy-post_format-post-format-${format}`, `Post Format: ${name}`, 'The posts of a format.']
  }),
]

const templatePartAreas: readonly (readonly [area: string, label: string, icon: string, tag: string])[] = [
  ['uncategorized', 'General', 'layout', 'div'],
  ['header', 'Header', 'header', 'header'],
  ['footer', 'Footer', 'footer', 'footer'],
]

const navigationOverlay = ['navigation-overlay', 'Navigation Overlay', 'navigation-overlay', 'div'] as const

/** The kinds of templates and of their parts that every theme has. Their descriptions are not WordPress's. */
function templateKindsOf(site: SiteState): object {
  const areas = [...templatePartAreas, ...(does(site, 'navigationOverlays') ? [navigationOverlay] : [])]
  return {
    default_template_types: templateTypes.map(([slug, title, description]) => ({ slug, title, description })),
    default_template_part_areas: areas.map(([area, label, icon, tag]) => ({
      area,
      label,
      description: '',
      icon,
      area_tag: tag,
    })),
  }
}
