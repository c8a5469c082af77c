import type { BrowserContext } from 'playwright-core'
import type { Role } from '../../../examples/wordpress/content'
import { openEditor, openSiteEditor, type BlockEditor, type Underneath } from '../editorPage'

/** Where a story is played: on one of the two stores, at a site that both share. */
export interface Stage {
  readonly url: string
  readonly store: Underneath
  /** Somebody who may do everything, and one who may write only. */
  readonly administrator: BrowserContext
  readonly contributor: BrowserContext
  /** Somebody of any role. */
  readonly signedIn: (role: Role) => Promise<BrowserContext>
  /** A word that is in no other story, and on the other store another one. */
  readonly word: string
}

/** One story: what it gives has to be the same on both stores, but for the words and the ids. */
export interface Story {
  readonly title: string
  /** Whether `npm test` plays it; the others are played by `npm run test:gutenberg`. */
  readonly isShort?: boolean
  /** What the console may complain of. Default: nothing. */
  readonly expected?: RegExp
  readonly play: (stage: Stage) => Promise<Played>
}

/** How a story ended. */
export interface Played {
  /** What the screen, the stores and the server say at its end. */
  readonly ended: unknown
  readonly complaints: readonly string[]
  /** The requests to the REST interface, as `METHOD path`. */
  readonly requests: readonly string[]
}

/** Plays in the post editor, in a new post or in one that there is. */
export function inPost(
  work: (editor: BlockEditor, stage: Stage) => Promise<unknown>,
  prepare?: (stage: Stage) => Promise<number>,
): Story['play'] {
  return async (stage) => {
    const post = await prepare?.(stage)
    return playIn(await openEditor(stage.administrator, stage.url, stage.store, post), stage, work)
  }
}

/** Plays in the site editor, on a page of it. Default: the canvas with the template of the front page. */
export function inSite(
  work: (editor: BlockEditor, stage: Stage) => Promise<unknown>,
  query?: string,
): Story['play'] {
  return async (stage) =>
    playIn(await openSiteEditor(stage.administrator, stage.url, stage.store, query), stage, work)
}

/** Plays on a page that is open, and closes it. */
export async function playIn(
  editor: BlockEditor,
  stage: Stage,
  work: (editor: BlockEditor, stage: Stage) => Promise<unknown>,
): Promise<Played> {
  try {
    const ended = await work(editor, stage)
    const requests = await editor.allRequests()
    return { ended: anonymous(ended, stage.word), complaints: editor.complaints, requests }
  } finally {
    await editor.close()
  }
}

/** What differs from one story to another: its word, and ids of what it has made. */
function anonymous(value: unknown, word: string): unknown {
  if (typeof value === 'string') {
    const text = value.replaceAll(word, 'word').replaceAll(word.toLowerCase(), 'word')
    return text.replaceAll(/("(?:id|ref)":|data-id=")\d+/g, '$1#')
  }
  if (Array.isArray(value)) return value.map((part) => anonymous(part, word))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, anonymous(part, word)]))
}
