import type { Context, InEveryContext } from './inference/context'
import type { DiscussionStatus } from './postStatus'

/** The settings of the site, to which declaration merging can add those of a plugin. */
export interface SettingsFields {
  /** How dates are shown, in PHP's letters. */
  date_format: string
  /** The id of the category a post gets when it has none. */
  default_category: number
  default_comment_status: DiscussionStatus
  default_ping_status: DiscussionStatus
  /** The format of new posts; empty or `0` for the standard one. */
  default_post_format: string
  /** The tagline. */
  description: string
  /** The administrator's address. */
  email: string
  /** The locale code; empty for American English. */
  language: string
  /** The id of the page that lists the posts; 0 for none. */
  page_for_posts: number
  /** The id of the privacy page; 0 for none. Absent where the server keeps it to itself. */
  page_for_privacy_policy?: number
  /** The id of the front page; 0 for none. */
  page_on_front: number
  posts_per_page: number
  /** Whether the front page shows the latest posts or a page. */
  show_on_front: 'posts' | 'page'
  /** The id of an image; 0 or null for none. */
  site_icon: number | null
  /** The id of an image; 0 or null for none. */
  site_logo: number | null
  /** 0 for Sunday to 6 for Saturday. */
  start_of_week: number
  /** How times are shown, in PHP's letters. */
  time_format: string
  /** A city, as in `Europe/Zurich`; empty where an offset is set instead. */
  timezone: string
  title: string
  url: string
  /** Whether signs such as `:-)` become pictures. */
  use_smilies: boolean
}

/** The settings of the site (`root`, `site`): one record without an id. */
export type Settings<C extends Context = 'view'> = InEveryContext<SettingsFields, C>
