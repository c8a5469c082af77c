import type { Page } from 'playwright-core'
import { ask, call, canvasOf, openAdmin, openEditor, tell, until } from '../editorPage'
import { withClassicTheme } from './installing'
import { save, shown, stored } from './posting'
import { playIn, type Stage, type Story } from './story'

/** Opens the widgets screen, and waits until its areas are there. */
async function openWidgets({ administrator, url, store }: Stage) {
  const opened = await openAdmin(administrator, url, store, 'widgets.php')
  const { page } = opened
  await page.locator('.edit-widgets-block-editor').waitFor()
  await call(page, 'dispatch', 'core/preferences', 'set', 'core/edit-widgets', 'welcomeGuide', false)
  await areaOf(page)
  await until(page, false, 'core', 'hasResolvingSelectors')
  return opened
}

interface Block {
  readonly clientId: string
  readonly name: string
  readonly attributes: { readonly id?: string }
  readonly innerBlocks: readonly Block[]
}

/** The client id of the first area of widgets, once it is there. */
async function areaOf(page: Page): Promise<string> {
  const handle = await page.waitForFunction(() => {
    const { wp } = window as unknown as {
      wp?: { data?: { select(name: string): { getBlocks(): readonly Block[] } | undefined } }
    }
    const blocks = wp?.data?.select('core/block-editor')?.getBlocks() ?? []
    return blocks.find(({ name }) => name === 'core/widget-area')?.clientId
  })
  return (await handle.jsonValue()) as string
}

/** Adds a paragraph to the first area, and saves by the button. */
async function addAndSave(page: Page, content: string): Promise<readonly string[]> {
  const area = await areaOf(page)
  await page.evaluate(
    ([root, text]) => {
      const { wp } = window as unknown as {
        wp: {
          blocks: { createBlock(name: string, attributes: object): object }
          data: { dispatch(store: string): { insertBlock(block: object, index: number, root: string): void } }
        }
      }
      const block = wp.blocks.createBlock('core/paragraph', { content: text })
      wp.data.dispatch('core/block-editor').insertBlock(block, 0, root)
    },
    [area, content] as const,
  )
  const button = page.getByRole('button', { name: 'Update', exact: true })
  await page
    .locator('button.is-primary:not([aria-disabled=true]):not([disabled])', { hasText: 'Update' })
    .waitFor()
  const dirty = (await tellDirty(page)).sort()
  await button.click()
  await page.getByText('Widgets saved.').first().waitFor()
  return dirty
}

async function tellDirty(page: Page): Promise<string[]> {
  const records = (await call(page, 'select', 'core', '__experimentalGetDirtyEntityRecords')) as {
    kind: string
    name: string
  }[]
  return records.map(({ kind, name }) => `${kind}/${name}`)
}

/** What the widgets of the site hold, as text. */
async function widgets(page: Page): Promise<readonly string[]> {
  const all = (await ask(page, '/wp/v2/widgets?context=edit')) as unknown as {
    sidebar: string
    instance: { raw?: { content?: string } } | null
  }[]
  return all.map(({ sidebar, instance }) => `${sidebar}: ${instance?.raw?.content ?? ''}`)
}

/** The title and the blocks of the areas, as the editor has them. */
async function areas(page: Page) {
  const blocks = (await call(page, 'select', 'core/block-editor', 'getBlocks')) as Block[]
  const inner = (id: string) => call(page, 'select', 'core/block-editor', 'getBlocks', id) as Promise<Block[]>
  return Promise.all(
    blocks.map(async ({ attributes, clientId }) => [
      attributes.id,
      (await inner(clientId)).map(({ name }) => name),
    ]),
  )
}

const play = async (stage: Stage) =>
  playIn(await openWidgets(stage), stage, async ({ page, requests }, { word }) => {
    const dirty = await addAndSave(page, `Widget ${word}`)
    // What was saved is put in as saved some moments after the notice.
    await page.waitForFunction(() => {
      const { wp } = window as unknown as {
        wp: { data: { select(name: string): { __experimentalGetDirtyEntityRecords(): unknown[] } } }
      }
      return wp.data.select('core').__experimentalGetDirtyEntityRecords().length === 0
    })
    const batches = requests.filter((line) => line.includes('/batch/v1')).length
    const stored = (await widgets(page)).filter((text) => text.includes(word))
    await page.reload()
    await areaOf(page)
    await until(page, false, 'core', 'hasResolvingSelectors')
    const again = await areas(page)
    // Without it again, for who comes after.
    const mine = (await ask(page, '/wp/v2/widgets?context=edit')) as unknown as {
      id: string
      instance: { raw?: { content?: string } } | null
    }[]
    for (const { id } of mine.filter(({ instance }) => instance?.raw?.content?.includes(word)))
      await ask(page, `/wp/v2/widgets/${id}?force=true`, 'DELETE')
    return { dirty, batches, stored, again }
  })

export const widgetStories: readonly Story[] = [
  { title: 'a widget is added to an area and saved by a batch, and is there again', play },
  {
    title: 'with a classic theme: widgets are saved by a batch',
    play: (stage) => withClassicTheme(stage, () => play(stage)),
  },
  {
    title: 'with a classic theme: a post is written, saved and published',
    play: (stage) =>
      withClassicTheme(stage, async () =>
        playIn(
          await openEditor(stage.administrator, stage.url, stage.store),
          stage,
          async ({ page }, { word }) => {
            const canvas = await canvasOf(page)
            await canvas.locator('.editor-post-title__input').click()
            await page.keyboard.type(`Classic ${word}`)
            await page.keyboard.press('Enter')
            await page.keyboard.type('One')
            await save(page)
            await call(page, 'dispatch', 'core/editor', 'editPost', { status: 'publish' })
            await save(page)
            const { id } = await tell(page)
            const theme = await call(page, 'select', 'core', 'getCurrentTheme')
            return {
              theme: (theme as { stylesheet: string }).stylesheet,
              supports: await call(page, 'select', 'core', 'getThemeSupports'),
              template: await call(page, 'select', 'core/editor', 'getEditedPostAttribute', 'template'),
              shown: await shown(page),
              stored: await stored(page),
              isPost: id > 0,
            }
          },
        ),
      ),
  },
]
