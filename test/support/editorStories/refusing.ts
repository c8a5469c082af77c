import type { Page } from 'playwright-core'
import { openAdmin } from '../editorPage'
import { activatePlugin } from './installing'
import { playIn, type Stage, type Story } from './story'

/** A plugin of the site that has a page believe that it is another WordPress, or that Copydesk is switched off. */
const pretending = `<?php
/* Plugin Name: Pretending */
switch ($_GET['pretend'] ?? '') {
    case 'newer': $GLOBALS['wp_version'] = '99.1'; break;
    case 'gutenberg': define('GUTENBERG_VERSION', '99.1'); break;
    case 'off': define('COPYDESK_OFF', true); break;
}`

/** Whether the store named `core` is Copydesk's: only its object shows a private name without unlocking. */
const isOurs = (page: Page) =>
  page.evaluate(() => {
    const { wp } = window as unknown as { wp: { data: { select(name: string): object } } }
    return Object.keys(wp.data.select('core')).includes('getNavigationFallbackId')
  })

/** What the dashboard and the post editor show of Copydesk on a page that pretends. */
async function look(stage: Stage, pretend: string) {
  const off = stage.store === 'core-data' ? '&copydesk=off' : ''
  const notices = '.notice-warning:has-text("Copydesk")'
  const dashboard = await stage.administrator.newPage()
  await dashboard.goto(`${stage.url}/wp-admin/index.php?pretend=${pretend}${off}`)
  const told = await dashboard.locator(notices).allInnerTexts()
  await dashboard.close()

  const other = await stage.contributor.newPage()
  await other.goto(`${stage.url}/wp-admin/index.php?pretend=${pretend}${off}`)
  const toldOthers = await other.locator(notices).count()
  await other.close()
  return { told, toldOthers }
}

/** Plays on an editor that Copydesk leaves alone: on both stores it runs on WordPress's own. */
function refused(pretend: string, notice?: RegExp): Story['play'] {
  return async (stage) => {
    await activatePlugin(stage, 'pretending', pretending)
    const isAsked = stage.store === 'copydesk' && notice !== undefined
    const { told, toldOthers } = await look(stage, pretend)
    // Who has switched it off is told nothing.
    const asWanted = isAsked ? told.length === 1 && notice.test(told[0] ?? '') : told.length === 0
    const editor = await openAdmin(
      stage.administrator,
      stage.url,
      stage.store,
      `post-new.php?pretend=${pretend}`,
    )
    return playIn(editor, stage, async ({ page }) => {
      await page.waitForFunction(() => {
        const { wp } = window as unknown as {
          wp?: { data?: { select(name: string): { __unstableIsEditorReady?(): boolean } | undefined } }
        }
        return wp?.data?.select('core/editor')?.__unstableIsEditorReady?.() === true
      })
      const lines = await page.locator('.copydesk-refusal').allTextContents()
      return {
        isToldOnTheDashboard: asWanted,
        toldOthers,
        isToldInTheEditor: isAsked ? lines.length === 1 && notice.test(lines[0] ?? '') : lines.length === 0,
        badges: await page.locator('.copydesk-badge').count(),
        scripts: await page.locator('script[src*="copydesk-core"]').count(),
        isOurs: await isOurs(page),
      }
    })
  }
}

export const refusingStories: readonly Story[] = [
  {
    title: 'a WordPress that the plugin does not know keeps its own store, and administrators are told so',
    play: refused('newer', /Copydesk does not know WordPress 99\.1/),
  },
  {
    title: 'beside the Gutenberg plugin the editor keeps its own store, and administrators are told so',
    play: refused('gutenberg', /Copydesk does not know the editor of the Gutenberg plugin/),
  },
  {
    title: 'COPYDESK_OFF leaves the editor on its own store without a word',
    play: refused('off'),
  },
]
