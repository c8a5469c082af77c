import type { Page } from 'playwright-core'
import { ask, call, canvasOf, insert, until } from '../editorPage'
import { inSite, type Story } from './story'

const templates = ['postType', 'wp_template'] as const

/** The canvas with its blocks, and nothing that is still loading. */
async function ready(page: Page): Promise<void> {
  const canvas = await canvasOf(page)
  await canvas.locator('.wp-block').first().waitFor()
  await page.locator('.edit-site-canvas-loader').waitFor({ state: 'detached' })
}

/** What is open: its type, id and title, and how many blocks of each kind. */
async function open(page: Page) {
  const type = (await call(page, 'select', 'core/edit-site', 'getEditedPostType')) as string
  const id = (await call(page, 'select', 'core/edit-site', 'getEditedPostId')) as string
  const blocks = (await call(page, 'select', 'core/block-editor', 'getBlocks')) as { name: string }[]
  return { type, id, blocks: blocks.map(({ name }) => name) }
}

/** The records with unsaved changes, as `kind/name`. */
async function dirty(page: Page) {
  const all = (await call(page, 'select', 'core', '__experimentalGetDirtyEntityRecords')) as {
    kind: string
    name: string
  }[]
  return all.map(({ kind, name }) => `${kind}/${name}`).sort()
}

/**
 * Waits until the canvas has so many blocks and the store so many records with edits. One follows the other a render
 * later, at an edit as at an undo, and how long that takes depends on what the machine does besides.
 */
const blocksAndEdits = (page: Page, blocks: number, edits?: number) =>
  page.waitForFunction(
    ([wantedBlocks, wantedEdits]) => {
      const { wp } = window as unknown as {
        wp: { data: { select(name: string): Record<string, () => number & unknown[]> } }
      }
      const dirtyRecords = wp.data.select('core').__experimentalGetDirtyEntityRecords?.() ?? []
      const count = wp.data.select('core/block-editor').getBlockCount?.()
      return count === wantedBlocks && (wantedEdits === undefined || dirtyRecords.length === wantedEdits)
    },
    [blocks, edits] as const,
  )

const contentOf = async (page: Page, id: string) =>
  ((await ask(page, `/wp/v2/templates/${id}?context=edit`)).content as { raw: string }).raw

/** The titles in a list of the site editor, once there are some. */
async function rows(page: Page): Promise<string[]> {
  const titles = page.locator(
    '.dataviews-view-table tbody tr, .dataviews-view-list li, .dataviews-view-grid__card, .edit-site-sidebar-navigation-item',
  )
  await titles.first().waitFor()
  await until(page, false, 'core', 'hasResolvingSelectors')
  return (await titles.allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
}

export const siteStories: readonly Story[] = [
  {
    title: 'opens with its canvas; a template is edited, undone, redone, saved and reset to the theme’s',
    play: inSite(async ({ page }, { word }) => {
      await ready(page)
      const opened = await open(page)
      const count = opened.blocks.length
      await insert(page, 'core/paragraph', { content: `Footer ${word}` })
      await blocksAndEdits(page, count + 1, 1)
      const edited = await open(page)
      await call(page, 'dispatch', 'core', 'undo')
      await blocksAndEdits(page, count)
      const undone = await open(page)
      await call(page, 'dispatch', 'core', 'redo')
      await blocksAndEdits(page, count + 1, 1)
      const redone = await open(page)
      await call(page, 'dispatch', 'core', 'saveEditedEntityRecord', ...templates, opened.id)
      await blocksAndEdits(page, count + 1, 0)
      const stored = (await contentOf(page, opened.id)).includes(`Footer ${word}`)
      const record = await call(page, 'select', 'core', 'getEntityRecord', ...templates, opened.id)
      await call(page, 'dispatch', 'core/edit-site', 'revertTemplate', record)
      await call(page, 'dispatch', 'core', 'saveEditedEntityRecord', ...templates, opened.id)
      await blocksAndEdits(page, count, 0)
      const reset = await ask(page, `/wp/v2/templates/${opened.id}?context=edit`)
      return {
        ...{ opened, edited, undone, redone, stored },
        reset: { source: reset.source, hasWord: (reset.content as { raw: string }).raw.includes(word) },
        after: await open(page),
      }
    }),
  },
  {
    title: 'a part within a template is edited: both are dirty, and both are saved',
    play: inSite(async ({ page }, { word }) => {
      await ready(page)
      const { id } = await open(page)
      const blocks = (await call(page, 'select', 'core/block-editor', 'getBlocks')) as {
        name: string
        clientId: string
        attributes: { slug?: string; theme?: string }
      }[]
      const part = blocks.find(({ name }) => name === 'core/template-part')
      if (!part) throw new Error('The template has no part.')
      await page.waitForFunction((client) => {
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { getBlocks(root: string): unknown[] } } }
        }
        return wp.data.select('core/block-editor').getBlocks(client).length > 0
      }, part.clientId)
      await page.evaluate(
        ([root, content]) => {
          const { wp } = window as unknown as {
            wp: {
              blocks: { createBlock(name: string, attributes: object): object }
              data: {
                dispatch(store: string): { insertBlock(block: object, index: number, root?: string): void }
              }
            }
          }
          const block = () => wp.blocks.createBlock('core/paragraph', { content })
          wp.data.dispatch('core/block-editor').insertBlock(block(), 0, root)
          wp.data.dispatch('core/block-editor').insertBlock(block(), 0)
        },
        [part.clientId, `Part ${word}`] as const,
      )
      await page.waitForFunction(() => {
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { __experimentalGetDirtyEntityRecords(): unknown[] } } }
        }
        return wp.data.select('core').__experimentalGetDirtyEntityRecords().length === 2
      })
      const both = await dirty(page)
      const theme = part.attributes.theme ?? id.split('//')[0]
      const partId = `${theme}//${part.attributes.slug}`
      await call(page, 'dispatch', 'core', 'saveEditedEntityRecord', ...templates, id)
      await call(page, 'dispatch', 'core', 'saveEditedEntityRecord', 'postType', 'wp_template_part', partId)
      const stored = await ask(page, `/wp/v2/template-parts/${partId}?context=edit`)
      const result = {
        both,
        after: await dirty(page),
        template: (await contentOf(page, id)).includes(`Part ${word}`),
        part: (stored.content as { raw: string }).raw.includes(`Part ${word}`),
      }
      // The theme's own again, for the stories after this one.
      const template = (await ask(page, `/wp/v2/templates/${id}?context=edit`)) as { wp_id: number }
      await ask(page, `/wp/v2/templates/${id}?force=true`, 'DELETE')
      await ask(page, `/wp/v2/template-parts/${partId}?force=true`, 'DELETE')
      return { ...result, wasOwn: template.wp_id > 0 }
    }),
  },
  {
    title: 'styles and the site’s title: the save panel lists both, and what is unticked stays dirty',
    isShort: true,
    play: inSite(async ({ page }, { word }) => {
      await ready(page)
      const id = await call(page, 'resolveSelect', 'core', '__experimentalGetCurrentGlobalStylesId')
      await call(page, 'resolveSelect', 'core', 'getEditedEntityRecord', 'root', 'globalStyles', id)
      await call(page, 'resolveSelect', 'core', 'getEntityRecord', 'root', 'site')
      await call(page, 'dispatch', 'core', 'editEntityRecord', 'root', 'globalStyles', id, {
        styles: { color: { text: '#123456' } },
        settings: {},
      })
      const { title: before } = await ask(page, '/wp/v2/settings')
      await call(page, 'dispatch', 'core', 'editEntityRecord', 'root', 'site', undefined, {
        title: `Gazette ${word}`,
      })
      const both = await dirty(page)
      await page.getByRole('button', { name: 'Save', exact: true }).first().click()
      const panel = page.locator('.entities-saved-states__panel')
      await panel.waitFor()
      const listed = await panel
        .getByRole('checkbox')
        .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).labels?.[0]?.innerText ?? ''))
      await panel.getByRole('checkbox', { name: 'Title' }).uncheck()
      await panel.getByRole('button', { name: 'Save', exact: true }).click()
      await panel.waitFor({ state: 'detached' })
      await page.waitForFunction(() => {
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { __experimentalGetEntitiesBeingSaved(): unknown[] } } }
        }
        return wp.data.select('core').__experimentalGetEntitiesBeingSaved().length === 0
      })
      const left = await dirty(page)
      const { title } = await ask(page, '/wp/v2/settings')
      const styles = await ask(page, `/wp/v2/global-styles/${String(id)}?context=edit`)
      await ask(page, `/wp/v2/global-styles/${String(id)}`, 'POST', { styles: {}, settings: {} })
      return { both, listed: [...listed].sort(), left, isTitleKept: title === before, styles: styles.styles }
    }),
  },
  ...(
    [
      ['pages', 'postType=page', false],
      ['templates', 'postType=wp_template', false],
      ['patterns', 'postType=wp_block', false],
    ] as const
  ).map(([what, query, isShort]): Story => ({
    title: `lists ${what}`,
    isShort,
    play: inSite(async ({ page }) => ({ rows: await rows(page) }), query),
  })),
  {
    title: 'shows the menu of the site',
    play: inSite(async ({ page }) => {
      const screen = page.locator('.edit-site-sidebar-navigation-screen__main').first()
      await screen.waitFor()
      await until(page, false, 'core', 'hasResolvingSelectors')
      await screen.locator('h1').waitFor()
      return { text: await screen.innerText() }
    }, 'path=%2Fnavigation'),
  },
  {
    title: 'a page that is made and deleted comes into the list and leaves it',
    play: inSite(async ({ page }, { word }) => {
      await rows(page)
      const made = (await call(page, 'dispatch', 'core', 'saveEntityRecord', 'postType', 'page', {
        title: `New page ${word}`,
        status: 'draft',
      })) as { id: number }
      await page.getByText(`New page ${word}`).first().waitFor()
      const withIt = await rows(page)
      await call(page, 'dispatch', 'core', 'deleteEntityRecord', 'postType', 'page', made.id, { force: true })
      await page.getByText(`New page ${word}`).first().waitFor({ state: 'detached' })
      return { withIt, without: await rows(page) }
    }, 'postType=page'),
  },
  {
    title: 'has the variations of the theme’s styles, and their revisions',
    play: inSite(async ({ page }) => {
      await ready(page)
      const read = (name: string, ...args: unknown[]) => call(page, 'resolveSelect', 'core', name, ...args)
      const id = await read('__experimentalGetCurrentGlobalStylesId')
      const variations = (await read('__experimentalGetCurrentThemeGlobalStylesVariations')) as {
        title: string
      }[]
      const base = (await read('__experimentalGetCurrentThemeBaseGlobalStyles')) as object
      const revisions = (await read('getRevisions', 'root', 'globalStyles', id, { per_page: 5 })) as unknown[]
      return {
        variations: variations.map(({ title }) => title),
        base: Object.keys(base).sort(),
        areRevisions: Array.isArray(revisions),
      }
    }),
  },
  {
    title: 'a navigation block without a menu takes the fallback menu',
    play: inSite(async ({ page }) => {
      await ready(page)
      const client = await insert(page, 'core/navigation')
      await page.waitForFunction((id) => {
        interface Attributes {
          readonly ref?: number
        }
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { getBlockAttributes(id: string): Attributes } } }
        }
        return (wp.data.select('core/block-editor').getBlockAttributes(id).ref ?? 0) > 0
      }, client)
      const { ref } = (await call(page, 'select', 'core/block-editor', 'getBlockAttributes', client)) as {
        ref: number
      }
      const menu = await ask(page, `/wp/v2/navigation/${ref}?context=edit`)
      return { ref, title: (menu.title as { raw: string }).raw, dirty: await dirty(page) }
    }),
  },
]
