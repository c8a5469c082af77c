import type { BrowserContext } from 'playwright-core'
import { call, insert, openEditor, tell } from '../editorPage'
import { save, stored, titled } from './posting'
import { playIn, type Story } from './story'

/** What runs before core-data's script: from then on the store named `core` has one more selector. */
const newerCoreData = `(() => {
  const { data } = window.wp
  const newer = (name, options) =>
    data.createReduxStore(
      name,
      name === 'core' ? { ...options, selectors: { ...options.selectors, getFromTheFuture: () => 'later' } } : options,
    )
  window.wp.data = Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(data), createReduxStore: { value: newer, enumerable: true } },
  )
})();
`
const script = /\/core-data(?:\.min)?\.js/

async function withNewerCoreData<Result>(
  context: BrowserContext,
  work: () => Promise<Result>,
): Promise<Result> {
  await context.route(script, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: newerCoreData + (await response.text()) })
  })
  try {
    return await work()
  } finally {
    await context.unroute(script)
  }
}

export const switchingStories: readonly Story[] = [
  {
    title: 'a core-data with a name that Copydesk lacks keeps the editor, which says so',
    play: (stage) =>
      withNewerCoreData(stage.administrator, async () =>
        playIn(
          await openEditor(stage.administrator, stage.url, stage.store),
          stage,
          async ({ page }, { word, store }) => {
            if (store === 'copydesk') {
              await page
                .getByText(/leaves this editor on WordPress's own store: it lacks getFromTheFuture/)
                .first()
                .waitFor()
              await page.locator('.copydesk-badge').waitFor({ state: 'hidden' })
            }
            await titled(page, `Newer ${word}`)
            await insert(page, 'core/paragraph', { content: 'One' })
            await save(page)
            return {
              answers: await call(page, 'select', 'core', 'getFromTheFuture'),
              isDirty: (await tell(page)).isDirty,
              stored: await stored(page),
            }
          },
        ),
      ),
  },
]
