import type { Page } from 'playwright-core'
import { ask, call, canvasOf, insert, openEditor, tell, until } from '../editorPage'
import { newPost, paragraph, published, save, shown, stored, titled } from './posting'
import { inPost, playIn, type Stage, type Story } from './story'

/** Waits until the blocks say this, one after the other. */
const texts = (page: Page, ...wanted: readonly string[]) =>
  page.waitForFunction((expected) => {
    interface Block {
      readonly attributes: { readonly content?: unknown }
    }
    const { wp } = window as unknown as {
      wp: { data: { select(name: string): { getBlocks(): readonly Block[] } } }
    }
    const blocks = wp.data.select('core/block-editor').getBlocks()
    return JSON.stringify(blocks.map(({ attributes }) => String(attributes.content ?? ''))) === expected
  }, JSON.stringify(wanted))

/** Clicks into the paragraph with a text, behind its last letter. */
async function clickBehind(page: Page, text: string): Promise<void> {
  const canvas = await canvasOf(page)
  await canvas.locator('[data-type="core/paragraph"]', { hasText: text }).first().click()
  await page.keyboard.press('End')
}

/** Restores the oldest version of a record on WordPress's own screen, which leads back to the editor. */
async function restoreOldest(page: Page, stage: Stage, path: string): Promise<void> {
  const revisions = (await ask(page, `${path}/revisions?context=edit`)) as unknown as { id: number }[]
  const { id } = revisions.at(-1) as { id: number }
  const off = stage.store === 'core-data' ? '&copydesk=off' : ''
  await page.goto(`${stage.url}/wp-admin/revision.php?revision=${id}`)
  await page.getByRole('button', { name: 'Restore This Revision' }).click()
  await page.waitForURL(/post\.php\?post=\d+&action=edit/)
  // The link that restores does not know the switch.
  await page.goto(`${page.url()}${off}`)
  await page.waitForFunction(() => {
    const { wp } = window as unknown as {
      wp?: { data?: { select(name: string): { __unstableIsEditorReady?(): boolean } | undefined } }
    }
    return wp?.data?.select('core/editor')?.__unstableIsEditorReady?.() === true
  })
}

/** A synced pattern of the site. */
async function newPattern({ word, ...stage }: Stage): Promise<number> {
  return newPost(
    { ...stage, word },
    { title: `Shared ${word}`, content: paragraph('One'), status: 'publish' },
    'blocks',
  )
}

export const writingStories: readonly Story[] = [
  {
    title: 'a footnote is made, written and saved with its post, and is there again',
    play: inPost(async ({ page }, { word }) => {
      await titled(page, `Noted ${word}`)
      await insert(page, 'core/paragraph', { content: 'The sea' })
      await clickBehind(page, 'The sea')
      await page.getByRole('button', { name: 'More', exact: true }).last().click()
      await page.getByRole('menuitem', { name: 'Footnote' }).click()
      const canvas = await canvasOf(page)
      await canvas
        .locator('[data-type="core/footnotes"] [contenteditable=true]')
        .first()
        .waitFor({ state: 'attached' })
      await page.keyboard.type('Salt water.')
      await page.waitForFunction(() => {
        const { wp } = window as unknown as {
          wp: {
            data: { select(name: string): { getEditedPostAttribute(name: string): { footnotes?: string } } }
          }
        }
        const { footnotes = '' } = wp.data.select('core/editor').getEditedPostAttribute('meta')
        return footnotes.includes('Salt water.')
      })
      const written = await shown(page)
      await save(page)
      const { id } = await tell(page)
      const { meta } = (await ask(page, `/wp/v2/posts/${id}?context=edit`)) as { meta: { footnotes: string } }
      const notes = (JSON.parse(meta.footnotes) as { content: string }[]).map(({ content }) => content)
      await page.reload()
      await (await canvasOf(page)).getByText('Salt water.').waitFor()
      const again = await tell(page)
      const withoutIds = (text: string) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '#')
      return {
        notes,
        content: withoutIds((await stored(page)).content),
        written: { ...written, content: withoutIds(written.content), blocks: written.blocks.length },
        again: { isDirty: again.isDirty, names: again.blocks.map(({ name }) => name) },
      }
    }),
  },
  {
    title: 'blocks are copied and pasted, the paste is undone and redone, and saved',
    play: inPost(async ({ page }, { word }) => {
      await titled(page, `Copied ${word}`)
      await insert(page, 'core/paragraph', { content: 'One' })
      await insert(page, 'core/paragraph', { content: 'Two' })
      await texts(page, 'One', 'Two')
      await clickBehind(page, 'Two')
      // First the text of the block, then all blocks.
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+a')
      await page.waitForFunction(() => {
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { getSelectedBlockCount(): number } } }
        }
        return wp.data.select('core/block-editor').getSelectedBlockCount() === 2
      })
      await page.keyboard.press('Control+c')
      await clickBehind(page, 'Two')
      await page.keyboard.press('Enter')
      await texts(page, 'One', 'Two', '')
      await page.keyboard.press('Control+v')
      await texts(page, 'One', 'Two', 'One', 'Two')
      const pasted = await shown(page)
      await page.keyboard.press('Control+z')
      await page.waitForFunction(() => {
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { getBlockCount(): number } } }
        }
        return wp.data.select('core/block-editor').getBlockCount() < 4
      })
      const undone = await shown(page)
      await page.keyboard.press('Control+Shift+z')
      await texts(page, 'One', 'Two', 'One', 'Two')
      await save(page)
      return { pasted, undone, after: await shown(page), stored: await stored(page) }
    }),
  },
  {
    title: 'two tabs with one post: each saves what it has edited, and has what the other saved before',
    play: async (stage) => {
      const post = await published('Shared')(stage)
      const other = await openEditor(stage.administrator, stage.url, stage.store, post)
      const played = await playIn(
        await openEditor(stage.administrator, stage.url, stage.store, post),
        stage,
        async ({ page }, { word }) => {
          await titled(other.page, `By the other ${word}`)
          await save(other.page)
          const before = await shown(page)
          await insert(page, 'core/paragraph', { content: 'By the one' })
          await until(page, true, 'core/editor', 'isEditedPostDirty')
          await save(page)
          const mine = await shown(page)
          await insert(other.page, 'core/paragraph', { content: 'By the other again' })
          await until(other.page, true, 'core/editor', 'isEditedPostDirty')
          await save(other.page)
          return { before, mine, theirs: await shown(other.page), stored: await stored(page) }
        },
      )
      await other.close()
      return {
        ended: played.ended,
        complaints: [...played.complaints, ...other.complaints],
        requests: [...played.requests, ...other.requests],
      }
    },
  },
  {
    title: 'a link is searched for by title, chosen, and saved',
    play: async (stage) => {
      await newPost(stage, {
        title: `Lighthouse ${stage.word}`,
        content: paragraph('Lit'),
        status: 'publish',
      })
      return inPost(async ({ page }, { word, url }) => {
        await titled(page, `Linked ${word}`)
        await insert(page, 'core/paragraph', { content: 'See' })
        await clickBehind(page, 'See')
        await page.keyboard.press('Shift+Home')
        await page.keyboard.press('Control+k')
        const field = page.locator('.block-editor-link-control input').first()
        await field.waitFor()
        await field.fill(`Lighthouse ${word}`)
        const found = page
          .locator('.block-editor-link-control__search-item', { hasText: 'Lighthouse' })
          .first()
        await found.waitFor()
        const text = (await found.innerText()).replaceAll(/\s+/g, ' ')
        await found.click()
        await page.waitForFunction(() => {
          const { wp } = window as unknown as {
            wp: { data: { select(name: string): { getEditedPostContent(): string } } }
          }
          return /<a href=/.test(wp.data.select('core/editor').getEditedPostContent())
        })
        await save(page)
        const { content } = await stored(page)
        return { text: text.replace(url, ''), content: content.replaceAll(url, '') }
      })(stage)
    },
  },
  {
    title: 'an older version of a post is restored',
    play: async (stage) => {
      const post = await published('Restored')(stage)
      return playIn(
        await openEditor(stage.administrator, stage.url, stage.store, post),
        stage,
        async ({ page }) => {
          for (const content of ['Two', 'Three']) {
            await insert(page, 'core/paragraph', { content })
            await save(page)
          }
          const revisions = await call(page, 'select', 'core/editor', 'getCurrentPostRevisionsCount')
          await restoreOldest(page, stage, `/wp/v2/posts/${post}`)
          return { revisions, shown: await shown(page), stored: await stored(page) }
        },
      )
    },
  },
  {
    title: 'an older version of a synced pattern is restored',
    play: async (stage) => {
      const pattern = await newPattern(stage)
      return inPost(async ({ page }) => {
        const path = `/wp/v2/blocks/${pattern}`
        for (const content of ['Two', 'Three']) await ask(page, path, 'POST', { content: paragraph(content) })
        await restoreOldest(page, stage, path)
        return {
          stored: await ask(page, `${path}?context=edit&_fields=content.raw`),
          shown: await shown(page),
        }
      })(stage)
    },
  },
]
