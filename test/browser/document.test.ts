import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseBlocks } from '../../examples/playground/blocks/blockCodec'
import { everyBlock } from '../../examples/wordpress/everyBlock'
import {
  askedFor,
  button,
  eventually,
  newPost,
  openDesk,
  openDocument,
  readPost,
  saveButton,
  stateOf,
  takeTerm,
  titleField,
  typeInOneBurst,
  type Desk,
  type Tab,
} from '../support/browser'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
})
afterEach(() => expect(tab.complaints).toEqual([]))
afterAll(() => desk.close())

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const columns =
  '<!-- wp:columns {"align":"wide"} -->\n<div class="wp-block-columns alignwide"><!-- wp:column -->\n' +
  `<div class="wp-block-column">${paragraph('Left &amp; right')}</div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->`

describe('The text of a document in blocks', () => {
  inASharedTabOf('administrator')

  it('is typed, split, formatted and saved, and what was not touched stays byte for byte', async () => {
    const { page } = tab
    const id = await openBlocks(page, `${paragraph('One')}\n\n${columns}\n\nLoose words`)
    await block(page, 'Paragraph').first().press('End')
    await page.keyboard.type(' and more')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('Two')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Control+i')
    await save(page)
    const { content } = await readPost(desk.ask('administrator'), id)
    expect(content).toBe(
      `${paragraph('One and more')}\n\n${paragraph('<strong><em>Two</em></strong>')}\n\n${columns}\n\nLoose words`,
    )
  })

  it('is written inside columns, too, and what is around it stays byte for byte', async () => {
    const { page } = tab
    const id = await openBlocks(page, `${paragraph('One')}\n\n${columns}`)
    const column = page.getByRole('group', { name: 'Column', exact: true })
    await column.getByRole('textbox', { name: 'Paragraph' }).press('End')
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Below')
    await button(page, 'Move up').click()
    await page.keyboard.press('Control+z')
    await save(page)
    const { content } = await readPost(desk.ask('administrator'), id)
    expect(content).toBe(
      `${paragraph('One')}\n\n${columns.replace(paragraph('Left &amp; right'), `${paragraph('Left &amp; right!')}\n\n${paragraph('Below')}`)}`,
    )
    await button(page, 'Delete block').click()
    await button(page, 'Delete block').click()
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Column')
    await button(page, 'Write here').click()
    await page.keyboard.type('Anew')
    await eventually(() => column.getByRole('textbox').allTextContents()).toEqual(['Anew'])
  })

  it('is joined again by Backspace, and a burst of typing is one step back', async () => {
    const { page } = tab
    await openBlocks(page, `${paragraph('One')}\n\n${paragraph('Two')}`)
    await block(page, 'Paragraph').nth(1).press('Home')
    await page.keyboard.press('Backspace')
    await eventually(() => block(page, 'Paragraph').allTextContents()).toEqual(['OneTwo'])
    await typeInOneBurst(page, ', three')
    expect(await block(page, 'Paragraph').textContent()).toBe('One, threeTwo')
    await page.keyboard.press('Control+z')
    expect(await block(page, 'Paragraph').textContent()).toBe('OneTwo')
    await page.keyboard.press('Control+z')
    expect(await block(page, 'Paragraph').allTextContents()).toEqual(['One', 'Two'])
  })

  it('gets blocks of other kinds, which are turned, moved and deleted', async () => {
    const { page } = tab
    const id = await openBlocks(page, paragraph('One'))
    const add = page.getByRole('group', { name: 'Add a block' })
    await add.getByRole('button', { name: 'Heading' }).click()
    await page.keyboard.type('A heading')
    await button(page, 'Move up').click()
    await page.getByLabel('Kind of block').selectOption('Heading 3')
    await add.getByRole('button', { name: 'List' }).click()
    await page.keyboard.type('First')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second')
    await add.getByRole('button', { name: 'Separator' }).click()
    await page.getByRole('separator', { name: 'Separator' }).focus()
    await button(page, 'Delete block').click()
    await save(page)
    const { content } = await readPost(desk.ask('administrator'), id)
    expect(content).toBe(
      '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">A heading</h3>\n<!-- /wp:heading -->\n\n' +
        `${paragraph('One')}\n\n<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>First</li>\n` +
        '<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>Second</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->',
    )
  })

  it('has lists in lists, by Tab, and Escape is the way out', async () => {
    const { page } = tab
    const id = await openBlocks(page, paragraph('One'))
    await page.getByRole('group', { name: 'Add a block' }).getByRole('button', { name: 'List' }).click()
    await page.keyboard.type('First')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second')
    await page.keyboard.press('Tab')
    await page.keyboard.type(', inside')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Third')
    await button(page, 'Outdent').click()
    await page.keyboard.type(', outside')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).not.toBe(
      'List item',
    )
    await save(page)
    const { content } = await readPost(desk.ask('administrator'), id)
    expect(content.replace(/<!--.*?-->|\n| class="[^"]*"/g, '')).toBe(
      '<p>One</p><ul><li>First<ul><li>Second, inside</li></ul></li><li>Third, outside</li></ul>',
    )
  })

  it('is the same text when it is shown as text, in both directions', async () => {
    const { page } = tab
    await openBlocks(page, paragraph('One'))
    await block(page, 'Paragraph').press('End')
    await page.keyboard.type('!')
    await button(page, 'Text').click()
    const text = page.getByRole('textbox', { name: 'Content' })
    expect(await text.inputValue()).toBe(paragraph('One!'))
    await text.fill(paragraph('From the text'))
    await button(page, 'Blocks').click()
    expect(await block(page, 'Paragraph').allTextContents()).toEqual(['From the text'])
  })

  it('shows a picture of the library, with its description', async () => {
    const { page } = tab
    const id = await openBlocks(page, paragraph('One'))
    await page.getByRole('group', { name: 'Add a block' }).getByRole('button', { name: 'Image' }).click()
    await button(page, 'Choose a picture').click()
    const dialog = page.getByRole('dialog', { name: 'Choose a picture' })
    await dialog.getByRole('button', { name: 'Night tram' }).click()
    await page.getByLabel('Alt text').fill('A tram at night')
    await save(page)
    const { content } = await readPost(desk.ask('administrator'), id)
    expect(content).toMatch(
      /<!-- wp:image \{"id":535.*<img src="[^"]+" alt="A tram at night" class="wp-image-535"\/>/s,
    )
  })

  it('gets columns by key, whose number grows, and the way out to them is a tool', async () => {
    const { page } = tab
    const id = await openBlocks(page, paragraph('One'))
    await block(page, 'Paragraph').click()
    await button(page, 'Add a block below').press('Enter')
    const choice = page.getByRole('menuitem', { name: 'Columns' })
    while (!(await choice.evaluate((item) => item === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Left')
    await button(page, 'To the Column around it').press('Enter')
    await button(page, 'To the Columns around it').press('Enter')
    await button(page, 'Add a column inside').press('Enter')
    await page.keyboard.type('Right')
    await save(page)
    const column = (text: string) =>
      `<!-- wp:column -->\n<div class="wp-block-column">${paragraph(text)}</div>\n<!-- /wp:column -->`
    expect((await readPost(desk.ask('administrator'), id)).content).toBe(
      `${paragraph('One')}\n\n<!-- wp:columns -->\n<div class="wp-block-columns">` +
        `${[column('Left'), column(''), column('Right')].join('\n\n')}</div>\n<!-- /wp:columns -->`,
    )
  })

  it('has covers whose picture is chosen, and details whose summary is typed', async () => {
    const { page } = tab
    const text = (summary: string, picture: string) =>
      `<!-- wp:cover {${picture === '' ? '"dimRatio":50' : '"dimRatio":50,"url":"URL","id":535,"alt":"Night tram, a drawing"'}} -->\n` +
      '<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span>' +
      `${picture}<div class="wp-block-cover__inner-container">${paragraph('On it')}</div></div>\n<!-- /wp:cover -->\n\n` +
      `<!-- wp:details -->\n<details class="wp-block-details"><summary>${summary}</summary>${paragraph('By boat')}</details>\n` +
      '<!-- /wp:details -->'
    const id = await openBlocks(page, text('How to get there', ''))
    await button(page, 'Choose a picture').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Night tram' }).click()
    await page.getByRole('textbox', { name: 'Summary' }).press('End')
    await page.keyboard.type(', and back')
    await save(page)
    const { content } = await readPost(desk.ask('administrator'), id)
    const url = /"url":"([^"]+)"/.exec(content)?.[1] ?? ''
    const image = `<img class="wp-block-cover__image-background wp-image-535" alt="Night tram, a drawing" src="${url}" data-object-fit="cover"/>`
    expect(content).toBe(text('How to get there, and back', image).replace('URL', url))
  })
})

describe('A document with every kind of block', () => {
  inASharedTabOf('administrator')

  it('opens without a complaint, and a save changes nothing but what was typed', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const { data } = await fetcher({ path: '/wp/v2/pages?slug=house-style&context=edit' })
    const [{ id, content }] = data as [{ id: number; content: { raw: string } }]
    const read = async () =>
      (
        (await fetcher({ path: `/wp/v2/pages/${id}?context=edit` })).data as typeof data & {
          content: typeof content
        }
      ).content.raw
    expect(content.raw).toBe(everyBlock)
    await openDocument(page, 'page', id)
    await button(page, 'Blocks').click()
    const group = page.getByRole('group', { name: 'Blocks', exact: true })
    // Each is shown: by an editor of its own or as its source.
    await eventually(() => group.locator(':scope > [data-block]').count()).toBe(
      parseBlocks(everyBlock).length,
    )
    expect(await stateOf(page).textContent()).toBe('Saved')
    await titleField(page).fill('The house style')
    await save(page)
    expect(await read()).toBe(everyBlock)
    await block(page, 'Heading 2').first().press('End')
    await page.keyboard.type(', all of them')
    await save(page)
    expect(await read()).toBe(everyBlock.replace('>Headings<', '>Headings, all of them<'))
    await titleField(page).fill('House style')
    await save(page)
  })
})

describe('The details of a document', () => {
  inASharedTabOf('administrator')

  it('ask the server for what one can choose once they are shown', async () => {
    const own = await desk.open('administrator')
    const { page } = own
    const id = await newPost(desk.ask('administrator'), { title: 'Put away', status: 'draft' })
    const read = page.waitForResponse((response) => response.url().includes(`/posts/${id}?context=edit`))
    await openDocument(page, 'post', id)
    await read
    expect(await askedFor(page, /\/(templates|users\/)\?/)).toEqual([])
    // There is no older version, and so no copy to ask for.
    expect(await askedFor(page, /\/autosaves/)).toEqual([])
    await button(page, 'Details').click()
    const author = page.getByRole('main').getByLabel('Author')
    await eventually(() => author.locator('option').allTextContents()).toContain('Edith Editor')
    expect(await askedFor(page, /\/(templates|users\/)\?/)).toHaveLength(1)
    await page.getByRole('main').getByLabel('Template').scrollIntoViewIfNeeded()
    await eventually(() => askedFor(page, /\/(templates|users\/)\?/)).toHaveLength(2)
    expect(own.complaints).toEqual([])
    await own.close()
  })

  it('are changed and saved together', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const id = await newPost(fetcher, { title: 'With details', status: 'draft' })
    await openDocument(page, 'post', id)
    await button(page, 'Details').click()
    await page.getByLabel('Excerpt').fill('In short')
    await page.getByLabel('Slug').fill('with-all-details')
    await page.getByText('/with-all-details/').waitFor()
    await page.getByLabel('Subtitle').fill('Under it')
    await page.getByRole('group', { name: 'Categories' }).getByLabel('Markets').check()
    await takeTerm(page, 'Tags', 'brand new')
    await page.getByLabel('Author').selectOption('Edith Editor')
    await page.getByLabel('Allow comments').uncheck()
    await page.getByLabel('Stick to the top of the blog').check()
    await page.getByLabel('Format').selectOption('Aside')
    await button(page, 'Choose a picture').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Bell tower' }).click()
    await save(page)
    const { data } = await fetcher({ path: `/wp/v2/posts/${id}?context=edit&_embed=wp:term,author` })
    expect(data).toMatchObject({
      excerpt: { raw: 'In short' },
      slug: 'with-all-details',
      meta: { subtitle: 'Under it' },
      comment_status: 'closed',
      sticky: true,
      format: 'aside',
      featured_media: 569,
      _embedded: {
        author: [{ name: 'Edith Editor' }],
        'wp:term': [
          expect.arrayContaining([expect.objectContaining({ name: 'Markets' })]),
          [expect.objectContaining({ name: 'brand new' })],
        ],
      },
    })
  })

  it('of a page say where it stands', async () => {
    const { page } = tab
    const fetcher = desk.ask('administrator')
    const { data } = await fetcher({
      path: '/wp/v2/pages',
      method: 'POST',
      data: { title: 'Below', status: 'draft' },
    })
    const { id } = data as { id: number }
    await openDocument(page, 'page', id)
    await button(page, 'Details').click()
    await page.getByLabel('Parent').selectOption('House style')
    await page.getByLabel('Order among its siblings').fill('7')
    await save(page)
    const saved = await fetcher({ path: `/wp/v2/pages/${id}?context=edit&_embed=up` })
    expect(saved.data).toMatchObject({
      menu_order: 7,
      _embedded: { up: [{ title: { rendered: 'House style' } }] },
    })
  })

  it('tell when a date ahead makes it appear', async () => {
    const { page } = tab
    const id = await newPost(desk.ask('administrator'), { title: 'Ahead', status: 'draft' })
    await openDocument(page, 'post', id)
    await page.getByRole('main').getByLabel('Status').selectOption('publish')
    await button(page, 'Details').click()
    await page.getByLabel('Date').fill('2036-05-06T07:08')
    await page.getByText('Appears on 6 May 2036, 07:08.').waitFor()
    await button(page, 'Schedule').click()
    await page.locator('.notice').getByText('Scheduled for 6 May 2036, 07:08.').waitFor()
    expect((await readPost(desk.ask('administrator'), id)).status).toBe('future')
  })
})

describe('A contributor', () => {
  inASharedTabOf('contributor')

  it('writes in blocks, and reads why some details are not hers to change', async () => {
    const { page } = tab
    const hers = desk.ask('contributor')
    const id = await newPost(hers, { title: 'Mine', content: paragraph('One'), status: 'draft' })
    await openDocument(page, 'post', id)
    await button(page, 'Blocks').click()
    await block(page, 'Paragraph').press('End')
    await page.keyboard.type(' of mine')
    await button(page, 'Details').click()
    for (const [label, reason] of [
      ['Author', 'As a contributor you can’t choose the author.'],
      ['Date', 'As a contributor you can’t choose when it appears.'],
      ['Password for readers', 'As a contributor you can’t protect it.'],
    ] as const) {
      expect(await page.getByRole('main').getByLabel(label, { exact: true }).isDisabled()).toBe(true)
      await page.getByText(reason).waitFor()
    }
    // She may choose among the categories that there are, but make none.
    const categories = page.getByRole('group', { name: 'Categories' })
    await categories.getByLabel('Markets').check()
    await categories.getByRole('searchbox').fill('One of mine')
    await categories.getByRole('searchbox').press('Enter')
    expect(await categories.getByLabel('One of mine').count()).toBe(0)
    expect(await categories.getByRole('button', { name: /^Add/ }).count()).toBe(0)
    await save(page)
    expect((await readPost(hers, id)).content).toBe(paragraph('One of mine'))
  })
})

/** The tests share a tab, which each of them leaves with another document open. */
function inASharedTabOf(role: 'administrator' | 'contributor'): void {
  beforeEach(async () => {
    tab = await desk.share(role)
  })
}

const block = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

/** Opens a new draft with a content, as blocks. */
async function openBlocks(page: Page, content: string): Promise<number> {
  const id = await newPost(desk.ask('administrator'), { title: 'In blocks', content, status: 'draft' })
  await openDocument(page, 'post', id)
  await button(page, 'Blocks').click()
  await page.getByRole('group', { name: 'Blocks', exact: true }).waitFor()
  return id
}

async function save(page: Page): Promise<void> {
  await saveButton(page).click()
  await eventually(() => stateOf(page).textContent()).toBe('Saved')
}
