import { customizerStories } from './customizer'
import { menuStories } from './menus'
import { metaboxStories } from './metabox'
import { postStories } from './posts'
import { refusingStories } from './refusing'
import { roleStories } from './roles'
import { siteStories } from './site'
import { siteScreenStories } from './siteScreens'
import type { Story } from './story'
import { switchingStories } from './switching'
import { widgetStories } from './widgets'
import { writingStories } from './writing'

/** All stories by the screen that they are played on, in the order in which they are. */
export const storiesByScreen: readonly (readonly [screen: string, stories: readonly Story[]])[] = [
  [
    'post editor',
    [
      ...postStories,
      ...writingStories,
      ...roleStories,
      ...metaboxStories,
      ...switchingStories,
      ...refusingStories,
    ],
  ],
  ['site editor', [...siteStories, ...siteScreenStories, ...menuStories]],
  ['widgets screen', widgetStories],
  ['customizer', customizerStories],
]
