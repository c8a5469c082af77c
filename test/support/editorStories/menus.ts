import type { Page } from 'playwright-core'
import { ask, call, canvasOf, insert, tell, until } from '../editorPage'
import { inSite, type Story } from './story'

const menus = ['postType', 'wp_navigation'] as const

/** The menu of a navigation block, once the block has taken one and has its items. */
async function menuOf(page: Page, client: string): Promise<number> {
  const ref = await page.waitForFunction((id) => {
    interface Editor {
      getBlockAttributes(id: string): { readonly ref?: number }
      areInnerBlocksControlled(id: string): boolean
      getBlockCount(id: string): number
    }
    const { wp } = window as unknown as { wp: { data: { select(name: string): Editor } } }
    const editor = wp.data.select('core/block-editor')
    const { ref: menu } = editor.getBlockAttributes(id)
    return editor.areInnerBlocksControlled(id) && editor.getBlockCount(id) > 0 && menu
  }, client)
  return (await ref.jsonValue()) as number
}

const itemsOf = async (page: Page, client: string) => {
  const items = (await call(page, 'select', 'core/block-editor', 'getBlocks', client)) as {
    readonly name: string
    readonly attributes: { readonly label?: string }
  }[]
  return items.map(({ name, attributes }) => `${name} ${attributes.label ?? ''}`)
}

/** Waits until the menu has unsaved changes, or has none. */
const isEdited = (page: Page, menu: number, isSo: boolean) =>
  until(page, isSo, 'core', 'hasEditsForEntityRecord', ...menus, menu)

const storedMenu = async (page: Page, menu: number) =>
  ((await ask(page, `/wp/v2/navigation/${menu}?context=edit`)).content as { raw: string }).raw

export const menuStories: readonly Story[] = [
  {
    title: 'a link is added to a menu in its block, and saved with the menu alone',
    play: inSite(async ({ page }, { word }) => {
      await (await canvasOf(page)).locator('.wp-block').first().waitFor()
      await page.locator('.edit-site-canvas-loader').waitFor({ state: 'detached' })
      const client = await insert(page, 'core/navigation')
      const menu = await menuOf(page, client)
      const before = await itemsOf(page, client)
      const content = await storedMenu(page, menu)
      await page.evaluate(
        ([root, label]) => {
          const { wp } = window as unknown as {
            wp: {
              blocks: { createBlock(name: string, attributes: object): object }
              data: {
                dispatch(store: string): { insertBlock(block: object, index: number, root: string): void }
              }
            }
          }
          const link = wp.blocks.createBlock('core/navigation-link', { label, url: '/tides', kind: 'custom' })
          wp.data.dispatch('core/block-editor').insertBlock(link, 0, root)
        },
        [client, `Tides ${word}`] as const,
      )
      await isEdited(page, menu, true)
      const added = { items: await itemsOf(page, client), dirty: [...(await tell(page)).dirtyRecords].sort() }
      await call(page, 'dispatch', 'core', 'saveEditedEntityRecord', ...menus, menu)
      await isEdited(page, menu, false)
      const saved = await storedMenu(page, menu)
      const after = { items: await itemsOf(page, client), dirty: [...(await tell(page)).dirtyRecords].sort() }
      // As it was, for who comes after.
      await ask(page, `/wp/v2/navigation/${menu}`, 'POST', { content })
      return { before, added, saved, after }
    }),
  },
  {
    title: 'a page is made by the button of the list, and opened',
    play: async (stage) => {
      let counted = 0
      const played = await inSite(async ({ page, allRequests }, { word }) => {
        await page.getByRole('button', { name: 'Add new page' }).first().click()
        const dialog = page.getByRole('dialog', { name: /Draft (?:a )?new/i })
        await dialog.getByRole('textbox').first().fill(`Moorings ${word}`)
        counted = (await allRequests()).length
        await dialog.getByRole('button', { name: 'Create draft' }).click()
        await until(page, 'page', 'core/editor', 'getCurrentPostType')
        await until(page, `Moorings ${word}`, 'core/editor', 'getEditedPostAttribute', 'title')
        const id = (await call(page, 'select', 'core/editor', 'getCurrentPostId')) as number
        const { status, title } = await ask(page, `/wp/v2/pages/${id}?context=edit`)
        const { notices } = await tell(page)
        await ask(page, `/wp/v2/pages/${id}?force=true`, 'DELETE')
        return { status, title: (title as { raw: string }).raw, notices }
      }, 'postType=page&layout=list')(stage)
      // How much of its template the canvas has asked for by then is a matter of the moment.
      return { ...played, requests: played.requests.slice(0, counted) }
    },
  },
]
