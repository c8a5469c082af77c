import type { Page } from 'playwright-core'
import { ask, call, until } from '../editorPage'
import { newPost } from './posting'
import { inSite, type Story } from './story'

/** What a list shows, one title a row. */
const items = (page: Page) =>
  page.locator('.dataviews-view-table tbody tr, .dataviews-view-list [role=row], .dataviews-view-list li')

/** Waits until a list shows only rows that have a word, and gives how many. */
async function onlyRowsWith(page: Page, word: string): Promise<number> {
  await page.waitForFunction((text) => {
    const rows = [
      ...document.querySelectorAll<HTMLElement>(
        '.dataviews-view-table tbody tr, .dataviews-view-list [role=row], .dataviews-view-list li',
      ),
    ]
    return rows.length > 0 && rows.every((row) => row.innerText.includes(text))
  }, word)
  return items(page).count()
}

/** The styles of the user, by their id. */
async function stylesId(page: Page): Promise<string> {
  return String(await call(page, 'resolveSelect', 'core', '__experimentalGetCurrentGlobalStylesId'))
}

/** The styles as edited. */
const edited = (page: Page, id: string) =>
  call(page, 'select', 'core', 'getEditedEntityRecord', 'root', 'globalStyles', id) as Promise<{
    styles: object
    settings: object
  }>

/** Waits until the styles are edited, or until they are no more. */
const stylesAreDirty = (page: Page, id: string, isDirty: boolean) =>
  until(page, isDirty, 'core', 'hasEditsForEntityRecord', 'root', 'globalStyles', id)

const withoutStyles = (page: Page, id: string) =>
  ask(page, `/wp/v2/global-styles/${id}`, 'POST', { styles: {}, settings: {} })

export const siteScreenStories: readonly Story[] = [
  {
    title: 'a page is searched for in the list, and opened from it',
    play: async (stage) => {
      const id = await newPost(stage, { title: `Sought ${stage.word}`, status: 'publish' }, 'pages')
      let counted = 0
      const played = await inSite(async ({ page, allRequests }, { word }) => {
        await items(page).first().waitFor()
        // What each row may be asked before it is gone again is a matter of the moment.
        await allRequests()
        const all = await items(page).count()
        await page.locator('input[type=search]').first().fill(`Sought ${word}`)
        const found = await onlyRowsWith(page, word)
        counted = (await allRequests()).length
        await page.getByText(`Sought ${word}`).first().click()
        await until(page, id, 'core/editor', 'getCurrentPostId')
        await until(page, 'page', 'core/editor', 'getCurrentPostType')
        const title = await call(page, 'select', 'core/editor', 'getEditedPostAttribute', 'title')
        await ask(page, `/wp/v2/pages/${id}?force=true`, 'DELETE')
        return { isList: all > 1, found, title }
      }, 'postType=page&layout=table')(stage)
      // How much of its template the canvas has asked for by then is a matter of the moment.
      return { ...played, requests: played.requests.slice(0, counted) }
    },
  },
  {
    title: 'a variation of the styles is chosen, and saved',
    play: inSite(async ({ page }) => {
      const id = await stylesId(page)
      // WordPress 7 has it behind a button.
      const browse = page.getByRole('button', { name: 'Browse styles' })
      const ember = page.getByRole('button', { name: 'Ember', exact: true })
      await browse.or(ember).first().waitFor()
      if (await browse.isVisible()) await browse.click()
      await ember.click()
      await stylesAreDirty(page, id, true)
      const chosen = await edited(page, id)
      await call(page, 'dispatch', 'core', 'saveEditedEntityRecord', 'root', 'globalStyles', id)
      await stylesAreDirty(page, id, false)
      const stored = await ask(page, `/wp/v2/global-styles/${id}?context=edit`)
      await withoutStyles(page, id)
      return {
        chosen: Object.keys(chosen.styles).sort(),
        stored: Object.keys(stored.styles as object).sort(),
      }
    }, 'path=%2Fwp_global_styles'),
  },
  {
    title: 'an older version of the styles is chosen among the revisions, and saved',
    play: inSite(async ({ page }) => {
      const id = await stylesId(page)
      for (const text of ['#111111', '#222222', '#333333'])
        await ask(page, `/wp/v2/global-styles/${id}`, 'POST', { styles: { color: { text } }, settings: {} })
      await page.reload()
      await page.locator('iframe[name="editor-canvas"]').waitFor()
      await call(
        page,
        'dispatch',
        'core/interface',
        'enableComplementaryArea',
        'core',
        'edit-site/global-styles',
      )
      await page.getByRole('button', { name: 'Revisions', exact: true }).first().click()
      const revisions = page.locator('[class*="screen-revisions__revision-button"]')
      await revisions.nth(1).waitFor()
      const listed = await revisions.count()
      await revisions.nth(1).click()
      await page.getByRole('button', { name: 'Apply', exact: true }).first().click()
      await stylesAreDirty(page, id, true)
      const chosen = await edited(page, id)
      await call(page, 'dispatch', 'core', 'saveEditedEntityRecord', 'root', 'globalStyles', id)
      await stylesAreDirty(page, id, false)
      const { styles } = await ask(page, `/wp/v2/global-styles/${id}?context=edit`)
      await withoutStyles(page, id)
      return { isList: listed > 2, chosen: chosen.styles, styles }
    }),
  },
]
