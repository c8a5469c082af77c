import type { Page } from 'playwright-core'
import { call, insert, openAdmin, saved, tell, until, type BlockEditor } from '../editorPage'
import { activatePlugin } from './installing'
import { published, shown, stored, titled } from './posting'
import { playIn, type Stage, type Story } from './story'

/** A plugin with a metabox as they were made before the block editor, on the pages that ask for it. */
const harbourNotes = `<?php
/* Plugin Name: Harbour notes */
add_action('add_meta_boxes', function () {
    if (!isset($_GET['notes'])) return;
    add_meta_box('harbour-notes', 'Harbour notes', function ($post) {
        printf('<input id="harbour-note" name="harbour_note" value="%s">', esc_attr(get_post_meta($post->ID, 'harbour_note', true)));
    }, 'post', 'normal');
});
add_action('save_post', function ($id) {
    if (isset($_POST['harbour_note']) && current_user_can('edit_post', $id))
        update_post_meta($id, 'harbour_note', sanitize_text_field(wp_unslash($_POST['harbour_note'])));
});`

/** Opens the post editor with the metabox: a new post, or one that there is. */
async function openWithNotes(stage: Stage, post?: number): Promise<BlockEditor> {
  await activatePlugin(stage, 'harbour-notes', harbourNotes)
  const address = post === undefined ? 'post-new.php?notes' : `post.php?post=${post}&action=edit&notes`
  const editor = await openAdmin(stage.administrator, stage.url, stage.store, address)
  await ready(editor.page)
  return editor
}

async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { wp } = window as unknown as {
      wp?: { data?: { select(name: string): { __unstableIsEditorReady?(): boolean } | undefined } }
    }
    return wp?.data?.select('core/editor')?.__unstableIsEditorReady?.() === true
  })
  await call(page, 'dispatch', 'core/preferences', 'set', 'core/edit-post', 'welcomeGuide', false)
  await note(page).waitFor({ state: 'attached' })
}

const note = (page: Page) => page.locator('#harbour-note')

/** Writes into the metabox. */
const write = (page: Page, text: string) => note(page).fill(text, { force: true })

/** Does what saves the post, and waits until its metaboxes are saved after it. */
async function savedWithBoxes(page: Page, work: () => Promise<unknown>): Promise<number> {
  const answered = page.waitForResponse((response) => response.url().includes('meta-box-loader=1'))
  await work()
  const status = (await answered).status()
  await until(page, false, 'core/edit-post', 'isSavingMetaBoxes')
  await until(page, false, 'core/editor', 'isSavingPost')
  return status
}

const savePost = (page: Page) => () => call(page, 'dispatch', 'core/editor', 'savePost')

/** What the metabox says after the page was loaded again, and what the editor shows then. */
async function again(page: Page, { url, store }: Stage) {
  const { id } = await tell(page)
  const off = store === 'core-data' ? '&copydesk=off' : ''
  await page.goto(`${url}/wp-admin/post.php?post=${id}&action=edit&notes${off}`)
  await ready(page)
  return { note: await note(page).inputValue(), shown: await shown(page) }
}

export const metaboxStories: readonly Story[] = [
  {
    title: 'a metabox is saved with its post, alone, and when that is published; and is there again',
    play: async (stage) =>
      playIn(await openWithNotes(stage), stage, async ({ page }) => {
        const boxes = await call(page, 'select', 'core/edit-post', 'getAllMetaBoxes')
        await titled(page, `Noted ${stage.word}`)
        await insert(page, 'core/paragraph', { content: 'One' })
        await write(page, 'High water at noon')
        const first = await savedWithBoxes(page, () =>
          page.getByRole('button', { name: 'Save draft' }).click(),
        )
        const withPost = await shown(page)
        await write(page, 'High water at one')
        const isDirty = await call(page, 'select', 'core/editor', 'isEditedPostDirty')
        const alone = await savedWithBoxes(page, savePost(page))
        const afterAlone = await again(page, stage)
        await write(page, 'High water at two')
        await call(page, 'dispatch', 'core/editor', 'editPost', { status: 'publish' })
        const publishing = await savedWithBoxes(page, savePost(page))
        return {
          boxes,
          answers: [first, alone, publishing],
          ...{ withPost, isDirty, afterAlone },
          after: await again(page, stage),
          stored: await stored(page),
        }
      }),
  },
  {
    title: 'a metabox waits for its post: a save that fails sends neither, the next one both',
    expected: /500/,
    play: async (stage) => {
      const post = await published('Boxed')(stage)
      return playIn(await openWithNotes(stage, post), stage, async ({ page }) => {
        let sent = 0
        page.on('request', (request) => {
          if (request.url().includes('meta-box-loader=1') && request.method() === 'POST') sent++
        })
        await insert(page, 'core/paragraph', { content: 'Two' })
        await write(page, 'Low water')
        const writes = /\/wp-json\/wp\/v2\/posts\/\d+/
        await page.route(writes, async (route) => {
          const isWrite = route.request().method() !== 'GET'
          await (isWrite
            ? route.fulfill({ status: 500, json: { code: 'broken', message: 'Broken.' } })
            : route.continue())
        })
        await savePost(page)()
        await saved(page)
        const failed = { shown: await shown(page), sent, stored: await stored(page) }
        await page.unroute(writes)
        await savedWithBoxes(page, savePost(page))
        return { failed, sent, after: await again(page, stage), stored: await stored(page) }
      })
    },
  },
]
