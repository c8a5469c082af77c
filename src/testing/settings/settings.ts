import type { Arg, Args } from '../http/params'
import type { Call, Route } from '../http/route'
import { demand, does, type SiteState, tick } from '../site/siteState'

interface Setting {
  type: 'string' | 'integer' | 'boolean'
  /** What the dashboard calls it. Default none. */
  title?: string
  description: string
  value: unknown
  /** What the schema says of its default. */
  default?: unknown
  format?: string
  enum?: readonly string[]
}

const openOrClosed = ['open', 'closed']

const settings: Record<string, Setting> = {
  title: { type: 'string', title: 'Title', description: 'Site title.', value: 'Mock site' },
  description: { type: 'string', title: 'Tagline', description: 'Site tagline.', value: '' },
  url: { type: 'string', description: 'Site URL.', value: '', format: 'uri' },
  email: {
    type: 'string',
    description: 'This address is used for admin purposes, like new user notification.',
    value: 'admin@example.org',
    format: 'email',
  },
  timezone: { type: 'string', description: 'A city in the same timezone as you.', value: '' },
  date_format: { type: 'string', description: 'A date format for all date strings.', value: 'F j, Y' },
  time_format: { type: 'string', description: 'A time format for all time strings.', value: 'g:i a' },
  start_of_week: {
    type: 'integer',
    description: 'A day number of the week that the week should start on.',
    value: 1,
  },
  language: { type: 'string', description: 'WordPress locale code.', value: 'en_US', default: 'en_US' },
  use_smilies: {
    type: 'boolean',
    description: 'Convert emoticons like :-) and :-P to graphics on display.',
    value: true,
    default: true,
  },
  default_category: { type: 'integer', description: 'Default post category.', value: 1 },
  default_post_format: { type: 'string', description: 'Default post format.', value: '0' },
  posts_per_page: {
    type: 'integer',
    title: 'Maximum posts per page',
    description: 'Blog pages show at most.',
    value: 10,
    default: 10,
  },
  show_on_front: {
    type: 'string',
    title: 'Show on front',
    description: 'What to show on the front page',
    value: 'posts',
  },
  page_on_front: {
    type: 'integer',
    title: 'Page on front',
    description: 'The ID of the page that should be displayed on the front page',
    value: 0,
  },
  page_for_posts: {
    type: 'integer',
    description: 'The ID of the page that should display the latest posts',
    value: 0,
  },
  default_ping_status: {
    type: 'string',
    description: 'Allow link notifications from other blogs (pingbacks and trackbacks) on new articles.',
    value: 'open',
    enum: openOrClosed,
  },
  default_comment_status: {
    type: 'string',
    title: 'Allow comments on new posts',
    description: 'Allow people to submit comments on new posts.',
    value: 'open',
    enum: openOrClosed,
  },
  site_logo: { type: 'integer', title: 'Logo', description: 'Site logo.', value: null },
  site_icon: { type: 'integer', title: 'Icon', description: 'Site icon.', value: 0 },
}

/** The settings of a new site. */
export function defaultSettings(site: SiteState): Record<string, unknown> {
  const values = Object.entries(settings).map(([name, { value }]) => [name, value])
  return { ...(Object.fromEntries(values) as Record<string, unknown>), url: site.url }
}

/** The settings, and what the root of the interface answers everybody. */
export const settingsRoutes: readonly Route[] = [
  {
    path: '/wp/v2/settings',
    GET: { permit: mayManage, run: ({ site }) => ({ ...site.settings }) },
    update: {
      args: settingArgs(),
      permit: mayManage,
      run: ({ site, params }) => {
        for (const name of Object.keys(settings)) {
          if (params[name] !== undefined) site.settings[name] = params[name]
        }
        tick(site)
        return { ...site.settings }
      },
    },
    schema: () => ({
      $schema: 'http://json-schema.org/draft-04/schema#',
      title: 'settings',
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(settings).map(([name, { value: _, ...setting }]) => [
          name,
          { title: '', default: null, ...setting },
        ]),
      ),
    }),
  },
  {
    path: '/',
    GET: {
      run: ({ site, site: { settings: values } }) => ({
        name: values.title,
        description: values.description,
        url: values.url,
        home: values.url,
        gmt_offset: '0',
        timezone_string: values.timezone,
        ...(does(site, 'publicFrontPage') && {
          page_for_posts: values.page_for_posts,
          page_on_front: values.page_on_front,
          show_on_front: values.show_on_front,
        }),
        namespaces: ['wp/v2', ...(site.durable?.hasKeys ? ['copydesk-durable/v1'] : [])],
        site_logo: values.site_logo ?? 0,
        site_icon: values.site_icon,
        site_icon_url: '',
      }),
    },
  },
]

function mayManage({ user }: Call): void {
  demand(user, 'manage_options', 'rest_forbidden', 'do that')
}

function settingArgs(): Args {
  return Object.fromEntries(
    Object.entries(settings).map(([name, { type, format, enum: words }]): [string, Arg] => [
      name,
      { type, ...(words && { enum: words }), ...(format === 'email' && { check: checkEmail }) },
    ]),
  )
}

/** The fault of a text that is no address for mail. */
export function checkEmail(value: unknown): { code: string; message: string } | undefined {
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(String(value))) return undefined
  return { code: 'rest_invalid_email', message: 'Invalid email address.' }
}
