import type { Locator, Page } from 'playwright-core'
import { ask, call, openAdmin } from '../editorPage'
import { withClassicTheme } from './installing'
import { playIn, type Stage, type Story } from './story'

/** Opens the customizer with its area of widgets, and gives the editor in it. */
async function openArea(page: Page): Promise<Locator> {
  await page.waitForFunction(() => {
    const { wp } = window as unknown as { wp?: { customize?: Customize } }
    interface Customize {
      section?: (id: string) => { active(): boolean } | undefined
    }
    return wp?.customize?.section?.('sidebar-widgets-classic-1')?.active() === true
  })
  await call(page, 'dispatch', 'core/preferences', 'set', 'core/customize-widgets', 'welcomeGuide', false)
  await page.evaluate(() => {
    const { wp } = window as unknown as { wp: { customize: { section(id: string): { expand(): void } } } }
    wp.customize.section('sidebar-widgets-classic-1').expand()
  })
  const area = page.locator('#customize-control-sidebars_widgets-classic-1')
  await area.locator('.block-editor-block-list__layout').first().waitFor()
  return area
}

/** Waits until all is published that was changed, or until something is not. */
const isPublished = (page: Page, wanted: boolean) =>
  page.waitForFunction((expected) => {
    const { wp } = window as unknown as {
      wp: { customize: { state(name: string): { get(): boolean } } }
    }
    return wp.customize.state('saved').get() === expected && !wp.customize.state('saving').get()
  }, wanted)

interface Widget {
  readonly id: string
  readonly sidebar: string
  readonly instance: { readonly raw?: { readonly content?: string } } | null
}

/** The widgets of the site with a word in them. */
async function widgetsWith(page: Page, word: string): Promise<readonly Widget[]> {
  const all = (await ask(page, '/wp/v2/widgets?context=edit')) as unknown as readonly Widget[]
  return all.filter(({ instance }) => instance?.raw?.content?.includes(word))
}

const open = ({ administrator, url, store }: Stage) => openAdmin(administrator, url, store, 'customize.php')

export const customizerStories: readonly Story[] = [
  {
    title:
      'widgets are written key by key, shown beside, published, and are there again; a picture can be uploaded',
    play: (stage) =>
      withClassicTheme(stage, async () =>
        playIn(await open(stage), stage, async ({ page }, { word }) => {
          const area = await openArea(page)
          await area.locator('.block-editor-button-block-appender').first().click()
          await page.getByRole('option', { name: 'Paragraph', exact: true }).first().click()
          await page.keyboard.type(`Widget ${word}`)
          await page.keyboard.press('Enter')
          await page.keyboard.type('/image')
          await page.getByRole('option', { name: 'Image', exact: true }).click()
          const picture = area.locator('[data-type="core/image"] .components-placeholder')
          await picture.getByRole('button', { name: 'Upload' }).waitFor()
          const offers = await picture.getByRole('button').allInnerTexts()
          await isPublished(page, false)
          const preview = page.frameLocator('#customize-preview iframe').last()
          await preview.getByText(`Widget ${word}`).waitFor()
          await page.locator('#save').click()
          await isPublished(page, true)
          const mine = await widgetsWith(page, word)
          await page.reload()
          await (await openArea(page)).getByText(`Widget ${word}`).waitFor()
          const again = await area
            .locator('[data-type]')
            .evaluateAll((all) => all.map((block) => (block as HTMLElement).dataset.type ?? ''))
          // Without them again, for who comes after.
          for (const { id } of (await ask(
            page,
            '/wp/v2/widgets?context=edit&sidebar=classic-1',
          )) as unknown as readonly Widget[])
            await ask(page, `/wp/v2/widgets/${id}?force=true`, 'DELETE')
          return {
            offers,
            again,
            stored: mine.map(({ sidebar, instance }) => `${sidebar}: ${instance?.raw?.content ?? ''}`),
          }
        }),
      ),
  },
]
