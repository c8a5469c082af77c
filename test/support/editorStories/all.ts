import { postStories } from './posts'
import { refusingStories } from './refusing'
import { siteStories } from './site'
import { siteScreenStories } from './siteScreens'
import type { Story } from './story'
import { switchingStories } from './switching'
import { widgetStories } from './widgets'
import { writingStories } from './writing'

/** All stories by the screen that they are played on, in the order in which they are. */
export const storiesByScreen: readonly (readonly [screen: string, stories: readonly Story[]])[] = [
  ['post editor', [...postStories, ...writingStories, ...switchingStories, ...refusingStories]],
  ['site editor', [...siteStories, ...siteScreenStories]],
  ['widgets screen', widgetStories],
]
