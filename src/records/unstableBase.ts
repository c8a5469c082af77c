import type { Context, InEveryContext } from './inference/context'

/** What the root of the REST interface says of the site, the same in every context. */
export interface UnstableBaseFields {
  /** The tagline. */
  description: string
  /** Hours before or after UTC; some sites send text. */
  gmt_offset: number | string
  /** The address visitors come to. */
  home: string
  /** The most bits per colour channel that the server stores. */
  image_max_bit_depth?: number
  /** The width in pixels from which the server scales an image down. */
  image_size_threshold?: number
  /** The registered sizes, in pixels, by name. */
  image_sizes?: Record<string, { crop: boolean | string[]; height: number; width: number }>
  /** Whether the server drops what the camera wrote into an image. */
  image_strip_meta?: boolean
  /** The title of the site. */
  name: string
  /** The id of the page that lists the posts; 0 for none. Older servers do not send it. */
  page_for_posts?: number
  /** The id of the front page; 0 for none. Older servers do not send it. */
  page_on_front?: number
  /** Whether the front page shows the latest posts or a page. Older servers do not send it. */
  show_on_front?: 'posts' | 'page'
  /** The id of an image; 0 for none. */
  site_icon: number
  site_icon_url: string
  /** The id of an image; 0 for none. */
  site_logo: number
  /** A city, as in `Europe/Zurich`; empty where only an offset is set. */
  timezone_string: string
  /** The address where WordPress itself is. */
  url: string
}

/**
 * What everybody may know of the site (`root`, `__unstableBase`): one record without an id.
 */
export type UnstableBase<C extends Context = 'edit'> = InEveryContext<UnstableBaseFields, C>
