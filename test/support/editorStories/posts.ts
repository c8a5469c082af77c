import { ask, call, canvasOf, insert, openEditor, saved, tell, until } from '../editorPage'
import { attribute, paragraph, published, save, shown, stored, titled } from './posting'
import { inPost, playIn, type Story } from './story'

const posts = ['postType', 'post'] as const

const manyBlocks = [
  ...['paragraph', 'heading', 'list', 'quote', 'code', 'preformatted', 'pullquote', 'table', 'verse'],
  ...['image', 'gallery', 'audio', 'cover', 'file', 'media-text', 'video', 'buttons', 'columns', 'group'],
  ...['more', 'nextpage', 'separator', 'spacer', 'archives', 'calendar', 'categories', 'html'],
  ...['latest-comments', 'latest-posts', 'search', 'social-links', 'tag-cloud', 'shortcode', 'details'],
]

export const postStories: readonly Story[] = [
  {
    title: 'typed while a slow save is under way: shown, dirty, and saved by the next',
    isShort: true,
    play: inPost(async ({ page }, { word }) => {
      const canvas = await canvasOf(page)
      await canvas.locator('.editor-post-title__input').click()
      await page.keyboard.type(`Slow ${word}`)
      await page.keyboard.press('Enter')
      await page.keyboard.type('One')
      let goOn = () => {}
      const wait = new Promise<void>((resolve) => (goOn = resolve))
      await page.route(/\/wp-json\/wp\/v2\/posts\/\d+/, async (route) => {
        if (route.request().method() !== 'GET') await wait
        await route.continue()
      })
      await page.keyboard.press('Control+s')
      await until(page, true, 'core/editor', 'isSavingPost')
      await page.keyboard.type(' and two')
      const during = await shown(page)
      goOn()
      await saved(page)
      const after = await shown(page)
      await page.unroute(/\/wp-json\/wp\/v2\/posts\/\d+/)
      await page.keyboard.press('Control+s')
      await until(page, false, 'core/editor', 'isEditedPostDirty')
      await saved(page)
      return { during, after, stored: await stored(page) }
    }),
  },
  {
    title: 'a category and a tag are made in the sidebar, and are in its lists at once',
    isShort: true,
    play: inPost(async ({ page }, { word }) => {
      await titled(page, `Terms ${word}`)
      for (const panel of ['taxonomy-panel-category', 'taxonomy-panel-post_tag']) {
        const isOpen = await call(page, 'select', 'core/editor', 'isEditorPanelOpened', panel)
        if (!isOpen) await call(page, 'dispatch', 'core/editor', 'toggleEditorPanelOpened', panel)
      }
      await call(page, 'dispatch', 'core/interface', 'enableComplementaryArea', 'core', 'edit-post/document')
      await page
        .getByRole('button', { name: /^Add (?:New )?Category$/ })
        .first()
        .click()
      await page.getByLabel(/^New Category Name/i).fill(`Harbours ${word}`)
      await page.locator('.editor-post-taxonomies__hierarchical-terms-submit').click()
      await page.getByRole('checkbox', { name: `Harbours ${word}`, checked: true }).waitFor()
      const tags = page.getByLabel(/^Add (?:New )?Tag$/i)
      await tags.fill(`tides-${word}`)
      await tags.press('Enter')
      await page.locator('.components-form-token-field__token').first().waitFor()
      await page.waitForFunction(() => {
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { getEditedPostAttribute(name: string): unknown[] } } }
        }
        return wp.data.select('core/editor').getEditedPostAttribute('tags').length === 1
      })
      await save(page)
      const { id } = await tell(page)
      const terms = async (taxonomy: string) => {
        const list = (await ask(page, `/wp/v2/${taxonomy}?post=${id}&_fields=name`)) as unknown as object[]
        return list
      }
      return {
        token: await page.locator('.components-form-token-field__token-text').first().innerText(),
        categories: await terms('categories'),
        tags: await terms('tags'),
        shown: await shown(page),
      }
    }),
  },
  {
    title: 'an autosave of a published post is offered when it is opened again',
    play: async (stage) => {
      const id = await published('Autosaved')(stage)
      const editor = await openEditor(stage.administrator, stage.url, stage.store, id)
      return playIn(editor, stage, async ({ page }) => {
        await insert(page, 'core/paragraph', { content: 'Not published yet' })
        await call(page, 'dispatch', 'core/editor', 'autosave')
        await saved(page)
        const autosaved = await shown(page)
        page.once('dialog', (dialog) => void dialog.accept())
        await page.reload()
        await page
          .getByText(/autosave of this post/i)
          .first()
          .waitFor()
        const again = await shown(page)
        return { autosaved, again, stored: await stored(page) }
      })
    },
  },
  {
    title: 'a post has a revision for each save, newest first',
    play: inPost(async ({ page }) => {
      for (const content of ['Two', 'Three']) {
        await insert(page, 'core/paragraph', { content })
        await save(page)
      }
      const { id } = await tell(page)
      const list = (await call(page, 'resolveSelect', 'core', 'getRevisions', ...posts, id, {
        per_page: -1,
        context: 'edit',
      })) as { content: { raw: string } }[]
      return {
        count: await call(page, 'select', 'core/editor', 'getCurrentPostRevisionsCount'),
        revisions: list.map(({ content }) => content.raw),
      }
    }, published('Revised')),
  },
  {
    title: 'a synced pattern is made, inserted and edited in place, and saved with its post',
    isShort: true,
    play: inPost(async ({ page }, { word }) => {
      await titled(page, `With a pattern ${word}`)
      const pattern = (await call(page, 'dispatch', 'core', 'saveEntityRecord', 'postType', 'wp_block', {
        title: `Pattern ${word}`,
        content: paragraph('Shared'),
        status: 'publish',
      })) as { id: number }
      const client = await insert(page, 'core/block', { ref: pattern.id })
      await page.waitForFunction((id) => {
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { getBlocks(root: string): unknown[] } } }
        }
        return wp.data.select('core/block-editor').getBlocks(id).length === 1
      }, client)
      const [inner] = (await call(page, 'select', 'core/block-editor', 'getBlockOrder', client)) as string[]
      await call(page, 'dispatch', 'core/block-editor', 'updateBlockAttributes', inner, {
        content: 'Shared by all',
      })
      const { dirtyRecords } = await tell(page)
      await save(page)
      await call(page, 'dispatch', 'core', 'saveEditedEntityRecord', 'postType', 'wp_block', pattern.id)
      const block = await ask(page, `/wp/v2/blocks/${pattern.id}?context=edit`)
      return {
        dirtyRecords: [...dirtyRecords].sort(),
        after: (await tell(page)).dirtyRecords,
        pattern: (block.content as { raw: string }).raw,
        stored: await stored(page),
      }
    }),
  },
  {
    title: 'a picture is uploaded, becomes the featured one, and its text is edited',
    play: inPost(async ({ page }, { word }) => {
      await titled(page, `Picture ${word}`)
      await insert(page, 'core/image')
      const canvas = await canvasOf(page)
      const png =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
      await canvas
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: `dot-${word}.png`,
          mimeType: 'image/png',
          buffer: Buffer.from(png, 'base64'),
        })
      await page.waitForFunction(() => {
        interface Block {
          attributes: { id?: number }
        }
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { getBlocks(): Block[] } } }
        }
        return wp.data
          .select('core/block-editor')
          .getBlocks()
          .some(({ attributes }) => attributes.id)
      })
      const [block] = (await call(page, 'select', 'core/block-editor', 'getBlocks')) as {
        attributes: { id: number }
      }[]
      const id = block?.attributes.id
      await call(page, 'dispatch', 'core/editor', 'editPost', { featured_media: id })
      await call(page, 'resolveSelect', 'core', 'getMedia', id)
      await call(page, 'dispatch', 'core', 'editEntityRecord', 'root', 'media', id, { alt_text: 'A dot' })
      const { dirtyRecords } = await tell(page)
      await save(page)
      await call(page, 'dispatch', 'core', 'saveEditedEntityRecord', 'root', 'media', id)
      const { alt_text: text } = await ask(page, `/wp/v2/media/${id}?context=edit`)
      const isFeatured = (await attribute(page, 'featured_media')) === id
      return {
        text,
        isFeatured,
        dirtyRecords: [...dirtyRecords].sort(),
        after: (await tell(page)).dirtyRecords,
      }
    }),
  },
  {
    title: 'who may not publish submits for review',
    isShort: true,
    // What only who may publish can read.
    expected: /403/,
    play: async (stage) => {
      const editor = await openEditor(stage.contributor, stage.url, stage.store)
      return playIn(editor, stage, async ({ page }, { word }) => {
        await titled(page, `Mine ${word}`)
        await insert(page, 'core/paragraph', { content: 'Please read' })
        const button = page.locator('.editor-post-publish-button__button').first()
        await button.waitFor()
        const label = await button.innerText()
        await call(page, 'dispatch', 'core/editor', 'editPost', { status: 'pending' })
        await save(page)
        return { label, shown: await shown(page), stored: await stored(page) }
      })
    },
  },
  {
    title: 'a post that is trashed leaves the editor',
    play: inPost(async ({ page }) => {
      await call(page, 'dispatch', 'core/editor', 'trashPost')
      await page.waitForURL(/edit\.php/)
      return { path: new URL(page.url()).pathname, trashed: /trashed=1/.test(page.url()) }
    }, published('Trashed')),
  },
  {
    title: `${manyBlocks.length} kinds of blocks are inserted, and none warns`,
    play: inPost(async ({ page }) => {
      for (const name of manyBlocks) await insert(page, `core/${name}`)
      const canvas = await canvasOf(page)
      await canvas.locator('[data-type="core/details"]').first().waitFor()
      await until(page, false, 'core', 'hasResolvingSelectors')
      const warnings = await canvas.locator('.block-editor-warning').allInnerTexts()
      const { blocks } = await tell(page)
      return { warnings, blocks: blocks.map(({ name }) => name) }
    }),
  },
  {
    title: 'an embed that fails is tried again',
    expected: /404/,
    play: inPost(async ({ page, requests }, { word }) => {
      const url = `https://nowhere.example/${word}`
      const asked = () => requests.filter((line) => line.includes('/oembed/1.0/proxy')).length
      await insert(page, 'core/embed', { url })
      await page.waitForFunction((address) => {
        const { wp } = window as unknown as {
          wp: { data: { select(name: string): { getEmbedPreview(url: string): unknown } } }
        }
        return wp.data.select('core').getEmbedPreview(address) === false
      }, url)
      const before = asked()
      await call(page, 'dispatch', 'core', 'invalidateResolution', 'getEmbedPreview', [url])
      await call(page, 'resolveSelect', 'core', 'getEmbedPreview', url)
      return { before, after: asked(), preview: await call(page, 'select', 'core', 'getEmbedPreview', url) }
    }),
  },
  {
    title: 'an entity of a plugin is shown and edited by the hook of core-data',
    play: inPost(async ({ page }, { word }) => {
      const tag = await ask(page, '/wp/v2/tags', 'POST', { name: `plugin-${word}` })
      const text = await page.evaluate(
        async ([id]) => {
          interface Hooked {
            readonly editedRecord?: { readonly description?: string }
            readonly hasResolved: boolean
            readonly edit: (edits: object) => void
            readonly save: () => Promise<unknown>
          }
          const { wp } = window as unknown as {
            wp: {
              data: { dispatch(store: string): { addEntities(configs: object[]): void } }
              coreData: { useEntityRecord(kind: string, name: string, id: number): Hooked }
              element: {
                createElement(type: unknown): unknown
                createRoot(node: Element): { render(what: unknown): void }
              }
            }
          }
          wp.data
            .dispatch('core')
            .addEntities([{ kind: 'mine', name: 'thing', label: 'Things', baseURL: '/wp/v2/tags' }])
          let hooked: Hooked | undefined
          const Thing = () => {
            hooked = wp.coreData.useEntityRecord('mine', 'thing', id)
            return hooked.editedRecord?.description ?? null
          }
          const node = document.body.appendChild(document.createElement('div'))
          wp.element.createRoot(node).render(wp.element.createElement(Thing))
          const wait = async (isSo: () => boolean) => {
            while (!isSo()) await new Promise(requestAnimationFrame)
          }
          await wait(() => hooked?.hasResolved === true)
          hooked?.edit({ description: 'By the hook' })
          await wait(() => node.textContent === 'By the hook')
          await hooked?.save()
          return node.textContent
        },
        [tag.id as number] as const,
      )
      const { description } = await ask(page, `/wp/v2/tags/${String(tag.id)}`)
      return { text, description }
    }),
  },
]
