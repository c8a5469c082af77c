import type { Page } from 'playwright-core'
import type { Role } from '../../../examples/wordpress/content'
import { ask, call, canvasOf, insert, openEditor, saved, tell, until } from '../editorPage'
import { attribute, newPost, paragraph, save, shown, stored, titled } from './posting'
import { playIn, type Stage, type Story } from './story'

const resources = ['posts', 'pages', 'media', 'categories', 'tags', 'users', 'settings', 'templates']
const actions = ['create', 'read', 'update', 'delete']

/** What somebody may do, as the store says it: `create posts`, `update settings`. */
async function rights(page: Page): Promise<readonly string[]> {
  const given: string[] = []
  // One after the other: of several asked at once the store of 6.6 waits only for the first.
  for (const resource of resources)
    for (const action of actions)
      if ((await call(page, 'resolveSelect', 'core', 'canUser', action, resource)) === true)
        given.push(`${action} ${resource}`)
  return given
}

/** What the bar and the side of the editor show, once nothing is asked any more. */
async function interfaceOf(page: Page) {
  await call(page, 'dispatch', 'core/interface', 'enableComplementaryArea', 'core', 'edit-post/document')
  const side = page.getByRole('region', { name: 'Editor settings' })
  await side.getByRole('button', { name: 'Status' }).or(side.getByText('Status')).first().waitFor()
  for (const name of [
    'taxonomy-panel-category',
    'taxonomy-panel-post_tag',
    'featured-image',
    'discussion-panel',
  ])
    if ((await call(page, 'select', 'core/editor', 'isEditorPanelOpened', name)) !== true)
      await call(page, 'dispatch', 'core/editor', 'toggleEditorPanelOpened', name)
  await side.locator('.editor-post-taxonomies__hierarchical-terms-list input').first().waitFor()
  await side.locator('.editor-post-taxonomies__flat-term-most-used').waitFor()
  await until(page, false, 'core', 'hasResolvingSelectors')
  const bar = page.getByRole('region', { name: 'Editor top bar' })
  const labels = (all: readonly (HTMLElement | SVGElement)[]) =>
    all.map((button) => button.getAttribute('aria-label') ?? (button as HTMLElement).innerText)
  return {
    bar: await bar.getByRole('button').evaluateAll(labels),
    side: await side.getByRole('button').evaluateAll(labels),
    // How long ago something was is a matter of the moment.
    text: (await side.innerText()).replaceAll(/Last edited [^\n]*|\d+:\d+ [ap]m/g, '#'),
  }
}

/** What an empty block for a picture offers. */
async function pictureOffers(page: Page): Promise<readonly string[]> {
  await insert(page, 'core/image')
  const canvas = await canvasOf(page)
  const placeholder = canvas.locator('[data-type="core/image"] .components-placeholder').first()
  await placeholder.waitFor()
  await until(page, false, 'core', 'hasResolvingSelectors')
  const offers = await placeholder.getByRole('button').allInnerTexts()
  await call(page, 'dispatch', 'core', 'undo')
  return offers
}

/** Presses the button of the bar, and the same one in the panel that it opens. */
async function publishBy(page: Page, name: string, status: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Editor top bar' })
    .getByRole('button', { name, exact: true })
    .click()
  const panel = page.getByRole('region', { name: 'Editor publish' })
  await panel.getByRole('button', { name, exact: true }).click()
  await until(page, status, 'core/editor', 'getCurrentPostAttribute', 'status')
  await saved(page)
  await until(page, false, 'core/editor', 'isEditedPostDirty')
}

/** Plays in the post editor as somebody, in a new post or in one that there is. */
const playAs =
  (
    role: Role,
    work: (page: Page, stage: Stage) => Promise<unknown>,
    prepare?: (stage: Stage) => Promise<number>,
  ): Story['play'] =>
  async (stage) => {
    const post = await prepare?.(stage)
    const context = await stage.signedIn(role)
    return playIn(await openEditor(context, stage.url, stage.store, post), stage, ({ page }) =>
      work(page, stage),
    )
  }

/** Makes a post past the editor, as somebody. */
const postBy =
  (role: Role, fields: object = {}) =>
  async (stage: Stage) =>
    newPost(
      { ...stage, administrator: await stage.signedIn(role) },
      {
        title: `By ${role} ${stage.word}`,
        content: paragraph('One'),
        ...fields,
      },
    )

/** Tries to save a field, and gives what the editor says of that. */
async function refusedToSave(page: Page, fields: object) {
  await call(page, 'dispatch', 'core/editor', 'editPost', fields)
  await save(page)
  const { notices, isDirty, status } = await tell(page)
  return { notices, isDirty, status }
}

// What only others may read, or do.
const forbidden = /40[13]/

export const roleStories: readonly Story[] = [
  {
    title:
      'as a contributor: what is offered; a post is submitted for review by the panel, and not published',
    expected: forbidden,
    play: playAs('contributor', async (page, { word }) => {
      await titled(page, `Offered ${word}`)
      await insert(page, 'core/paragraph', { content: 'Please read' })
      const offered = { ...(await interfaceOf(page)), picture: await pictureOffers(page) }
      await publishBy(page, 'Submit for Review', 'pending')
      const submitted = { shown: await shown(page), stored: await stored(page) }
      const refused = await refusedToSave(page, { status: 'publish' })
      return { rights: await rights(page), offered, submitted, refused, stored: await stored(page) }
    }),
  },
  {
    title: 'as a contributor: a tag is made, a category only chosen',
    expected: forbidden,
    play: playAs(
      'contributor',
      async (page, { word }) => {
        const { side } = await interfaceOf(page)
        const box = page.locator('.editor-post-taxonomies__hierarchical-terms-list input').first()
        await box.check()
        const tags = page.getByLabel(/^Add (?:New )?Tag$/i)
        await tags.fill(`low-${word}`)
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
        return {
          mayMakeCategories: side.some((label) => /Add (?:New )?Category/.test(label)),
          tags: await ask(page, `/wp/v2/tags?post=${id}&_fields=name`),
          categories: await ask(page, `/wp/v2/categories?post=${id}&_fields=name`),
          shown: await shown(page),
        }
      },
      postBy('contributor'),
    ),
  },
  {
    title: 'as an author: what is offered; a post is published by the panel, and updated',
    expected: forbidden,
    play: playAs('author', async (page, { word }) => {
      await titled(page, `Mine ${word}`)
      await insert(page, 'core/paragraph', { content: 'One' })
      const offered = { ...(await interfaceOf(page)), picture: await pictureOffers(page) }
      await publishBy(page, 'Publish', 'publish')
      const published = { shown: await shown(page), stored: await stored(page) }
      await page.getByRole('button', { name: 'Close panel' }).click()
      await insert(page, 'core/paragraph', { content: 'Two' })
      const update = page.getByRole('button', { name: /^(?:Update|Save)$/ }).first()
      await until(page, true, 'core/editor', 'isEditedPostDirty')
      await update.click()
      await until(page, false, 'core/editor', 'isEditedPostDirty')
      await saved(page)
      return { rights: await rights(page), offered, published, stored: await stored(page) }
    }),
  },
  {
    title: 'as an author: what is others’ may be read, and not changed',
    expected: forbidden,
    play: async (stage) => {
      const theirs = await postBy('administrator', { status: 'publish' })(stage)
      const draft = await postBy('administrator', { status: 'draft' })(stage)
      return playAs('author', async (page) => {
        const may = (action: string, id: number) =>
          call(page, 'resolveSelect', 'core', 'canUser', action, 'posts', id)
        const first = ['postType', 'post', theirs] as const
        await call(page, 'resolveSelect', 'core', 'getEntityRecord', ...first).catch(() => undefined)
        const save = () =>
          call(page, 'dispatch', 'core', 'saveEntityRecord', 'postType', 'post', { id: theirs, title: 'No' })
        await save().catch(() => undefined)
        const error = (await call(page, 'select', 'core', 'getLastEntitySaveError', ...first)) as
          | { readonly code?: string }
          | undefined
        const failed = await call(
          page,
          'resolveSelect',
          'core',
          'getEntityRecord',
          'postType',
          'post',
          draft,
        ).catch(() => 'failed')
        return {
          may: [await may('update', theirs), await may('delete', theirs), await may('update', draft)],
          error: error?.code,
          failed,
          hasFailed: await call(
            page,
            ...(['select', 'core', 'hasResolutionFailed', 'getEntityRecord'] as const),
            ['postType', 'post', draft],
          ),
        }
      })(stage)
    },
  },
  {
    title: 'as an editor: what is offered; a contributor’s post is corrected and published',
    expected: forbidden,
    play: playAs(
      'editor',
      async (page) => {
        const offered = { ...(await interfaceOf(page)), picture: await pictureOffers(page) }
        await insert(page, 'core/paragraph', { content: 'By the editor' })
        await publishBy(page, 'Publish', 'publish')
        const { id } = await tell(page)
        const { author } = (await ask(page, `/wp/v2/posts/${id}?context=edit`)) as { author: number }
        const { name } = await ask(page, `/wp/v2/users/${author}?_fields=name`)
        return {
          rights: await rights(page),
          offered,
          author: name,
          shown: await shown(page),
          stored: await stored(page),
        }
      },
      postBy('contributor', { status: 'pending' }),
    ),
  },
  {
    title: 'as an editor: a published post gets another author and sticks, a category is made for it',
    expected: forbidden,
    play: playAs(
      'editor',
      async (page, { word }) => {
        await interfaceOf(page)
        const editors = (await call(page, 'resolveSelect', 'core', 'getUsers', {
          who: 'authors',
          per_page: 50,
          _fields: 'id,name',
          context: 'view',
        })) as { readonly id: number; readonly name: string }[]
        const { id: me } = (await call(page, 'resolveSelect', 'core', 'getCurrentUser')) as { id: number }
        await page
          .getByRole('button', { name: /^Add (?:New )?Category$/ })
          .first()
          .click()
        await page.getByLabel(/^New Category Name/i).fill(`Corrected ${word}`)
        await page.locator('.editor-post-taxonomies__hierarchical-terms-submit').click()
        await page.getByRole('checkbox', { name: `Corrected ${word}`, checked: true }).waitFor()
        await call(page, 'dispatch', 'core/editor', 'editPost', { author: me, sticky: true })
        await save(page)
        const { id } = await tell(page)
        const post = await ask(page, `/wp/v2/posts/${id}?context=edit`)
        return {
          authors: editors.map(({ name }) => name).sort(),
          isMine: post.author === me && (await attribute(page, 'author')) === me,
          isSticky: post.sticky,
          categories: await ask(page, `/wp/v2/categories?post=${id}&_fields=name`),
          shown: await shown(page),
        }
      },
      postBy('author', { status: 'publish' }),
    ),
  },
]
