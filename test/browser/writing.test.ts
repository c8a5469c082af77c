import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  newPost,
  openDocument,
  readPost,
  saveButton,
  shareDesk,
  stateOf,
  titleField,
  typeInOneBurst,
  type Desk,
} from '../support/browser'

let desk: Desk
let page: Page
shareDesk('administrator', { width: 1280, height: 900 }, (opened) => {
  ;({ desk, page } = opened)
})

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const texts = () => page.getByRole('group', { name: 'Blocks', exact: true }).locator('[data-rich]')
const shown = () => texts().allInnerTexts()

describe('What is written', () => {
  it('keeps a line break made by Shift+Enter, at the end, and behind what is bold', async () => {
    const id = await open(paragraph('Soft'))
    await texts().first().press('End')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('line')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('bold')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('more')
    expect(await saved(id)).toMatch(
      /<p>Soft<br>line<br><strong>bold(?:<\/strong><br>|<br><\/strong>)more<\/p>/,
    )
  })

  it('keeps the line breaks of a text that is pasted', async () => {
    const id = await open(paragraph('Before '))
    await texts().first().press('End')
    await paste({ 'text/plain': 'one\ntwo' })
    await page.keyboard.type('!')
    expect(await saved(id)).toBe(paragraph('Before one<br>two!'))
  })

  it('goes from the title to the text by Enter, without a click, in a document that is empty', async () => {
    const id = await open('')
    await titleField(page).fill('My first post')
    await titleField(page).press('Enter')
    await page.keyboard.type('Body text')
    await page.keyboard.press('Enter')
    await page.keyboard.type('and more')
    expect(await titleField(page).inputValue()).toBe('My first post')
    expect(await saved(id)).toBe(`${paragraph('Body text')}\n\n${paragraph('and more')}`)
  })

  it('goes on where somebody clicks below it', async () => {
    await open(paragraph('One'))
    await page.locator('.write-below').click()
    await page.keyboard.type(' and two')
    expect(await shown()).toEqual(['One and two'])
  })

  it('is a heading, a list, a quotation by how a line begins, and one undo takes that back', async () => {
    const id = await open('')
    await texts().first().click()
    await page.keyboard.type('## Tides')
    await page.keyboard.press('Enter')
    await page.keyboard.type('1. First')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('> ')
    await typeInOneBurst(page, 'Said')
    expect((await saved(id)).replace(/<!--.*?-->|\n| class="[^"]*"/g, '')).toBe(
      '<h2>Tides</h2><ol><li>First</li><li>Second</li></ol><blockquote><p>Said</p></blockquote>',
    )
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await eventually(async () => (await shown()).at(-1)).toBe('>')
  })

  it('has the tools of its list after an undo in one of its items', async () => {
    const item = (text: string) => `<!-- wp:list-item -->\n<li>${text}</li>\n<!-- /wp:list-item -->`
    const items = `${item('One')}\n\n${item('Two')}`
    await open(`<!-- wp:list -->\n<ul class="wp-block-list">${items}</ul>\n<!-- /wp:list -->`)
    await texts().nth(1).click()
    await typeInOneBurst(page, ' more')
    await page.keyboard.press('Control+z')
    await eventually(shown).toEqual(['One', 'Two'])
    expect(await button(page, 'Bold').count()).toBe(1)
  })
})

describe('Bold and italic', () => {
  it('are for what is typed next where nothing is selected, and the button says so', async () => {
    const id = await open(paragraph('Plain '))
    await texts().first().press('End')
    await page.keyboard.press('Control+b')
    expect(await button(page, 'Bold').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.type('bold')
    await page.keyboard.press('Control+b')
    expect(await button(page, 'Bold').getAttribute('aria-pressed')).toBe('false')
    await page.keyboard.type(' and ')
    await page.keyboard.press('Control+i')
    await page.keyboard.type('slanted')
    expect(await saved(id)).toBe(paragraph('Plain <strong>bold</strong> and <em>slanted</em>'))
  })

  it('are taken off one word of several', async () => {
    const id = await open(paragraph('<strong>one two</strong>'))
    await texts().first().press('End')
    for (let count = 0; count < 3; count++) await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Control+b')
    expect(await saved(id)).toBe(paragraph('<strong>one </strong>two'))
  })
})

describe('A link in the text', () => {
  const linked = paragraph('See <a href="https://example.org/old">the tides</a> today')
  const address = () => page.getByRole('combobox', { name: 'Search, or paste an address' })

  beforeEach(() => page.route('**/url-details?**', (route) => route.fulfill({ json: {} })))
  afterEach(() => page.unrouteAll())

  it('is led elsewhere', async () => {
    const id = await open(linked)
    await intoLink()
    await page.keyboard.press('Control+k')
    expect(await address().inputValue()).toBe('https://example.org/old')
    await address().fill('example.org/new')
    await address().press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    expect(await saved(id)).toBe(paragraph('See <a href="https://example.org/new">the tides</a> today!'))
  })

  it('is removed, and its words stay', async () => {
    const id = await open(linked)
    await intoLink()
    await page.keyboard.press('Control+k')
    await button(page, 'Remove the link').click()
    expect(await saved(id)).toBe(paragraph('See the tides today'))
  })

  it('leaves the caret in the text when its dialog is left by Escape', async () => {
    await open(paragraph('One two'))
    await texts().first().press('End')
    await page.keyboard.press('Control+k')
    await address().press('Escape')
    await page.keyboard.type(' three')
    expect(await shown()).toEqual(['One two three'])
  })

  it('is made of an address that is pasted on the words', async () => {
    const id = await open(paragraph('the tides'))
    await texts().first().press('Home')
    await page.keyboard.press('Shift+End')
    await paste({ 'text/plain': 'https://example.org/tides' })
    expect(await saved(id)).toBe(paragraph('<a href="https://example.org/tides">the tides</a>'))
  })

  it('is not what only has the words in its text, by Enter', async () => {
    const id = await open(paragraph('kettle'))
    await texts().first().press('Home')
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Control+k')
    await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor()
    await address().press('Enter')
    await address().press('Escape')
    await titleField(page).fill('Kept')
    expect(await saved(id)).toBe(paragraph('kettle'))
  })
})

describe('What is pasted from a page', () => {
  it('keeps headings, lists, links, emphasis and pictures, and the caret is behind it', async () => {
    const id = await open(paragraph('Before '))
    await page.route('https://example.org/boat.png', (route) => route.fulfill({ body: '' }))
    await texts().first().press('End')
    await paste({
      'text/plain': 'no matter',
      'text/html': `<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1">
        <p dir="ltr"><span style="font-size:11pt;font-weight:700">Bold</span><span> and <a href="https://example.org/" onclick="x()">linked</a></span></p>
        <h3 style="color:red">Tides</h3><ul><li>One<ul><li>Inside</li></ul></li><li><i>Two</i></li></ul>
        <blockquote><p>Said</p></blockquote><script>alert(1)</script>
        <img src="https://example.org/boat.png" alt="A boat" onerror="x()"><p>Last</p></b>`,
    })
    await page.keyboard.type(' words')
    expect((await saved(id)).replace(/<!--.*?-->|\n| class="[^"]*"/g, '')).toBe(
      '<p>Before <strong>Bold</strong> and <a href="https://example.org/">linked</a></p><h3>Tides</h3>' +
        '<ul><li>One<ul><li>Inside</li></ul></li><li><em>Two</em></li></ul><blockquote><p>Said</p></blockquote>' +
        '<figure><img src="https://example.org/boat.png" alt="A boat"/></figure><p>Last words</p>',
    )
  })

  it('leaves the caret behind the last of several paragraphs', async () => {
    await open(paragraph('One tail'))
    await texts().first().press('Home')
    for (let count = 0; count < 3; count++) await page.keyboard.press('ArrowRight')
    await paste({ 'text/plain': ' and\n\ntwo' })
    await page.keyboard.type('!')
    expect(await shown()).toEqual(['One and', 'two! tail'])
  })
})

describe('The caret', () => {
  it('is behind what a redo brought back', async () => {
    await open(paragraph('one'))
    await texts().first().press('End')
    for (const words of [' two', ' three', ' four']) {
      await typeInOneBurst(page, words)
      // A burst ends with a pause; going to the title and back ends it as well.
      await titleField(page).click()
      await titleField(page).press('End')
      await page.keyboard.type('.')
      await texts().first().click()
      await texts().first().press('End')
    }
    await typeInOneBurst(page, ' six')
    for (let count = 0; count < 7; count++) await page.keyboard.press('Control+z')
    expect(await shown()).toEqual(['one'])
    for (let count = 0; count < 7; count++) await page.keyboard.press('Control+Shift+z')
    await page.keyboard.type('ZZ')
    expect(await shown()).toEqual(['one two three four sixZZ'])
  })

  it('is where a text was split, after an undo of that, and never nowhere', async () => {
    await open(paragraph('OneTwo'))
    await texts().first().press('Home')
    for (let count = 0; count < 3; count++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    expect(await shown()).toEqual(['One', 'Two'])
    await page.keyboard.press('Control+z')
    await page.keyboard.type('-')
    expect(await shown()).toEqual(['One-Two'])
  })

  it('is where something changed, not where it was changed before', async () => {
    await open(`${paragraph('One')}\n\n${paragraph('Two')}`)
    await texts().first().press('End')
    await page.keyboard.type('!')
    await texts().nth(1).click()
    await texts().nth(1).press('End')
    await page.keyboard.type('?')
    await page.keyboard.press('Control+z')
    await page.keyboard.type('#')
    expect(await shown()).toEqual(['One!', 'Two#'])
  })

  it('stays in a block that was moved as far as it goes', async () => {
    await open(`${paragraph('One')}\n\n${paragraph('Two')}`)
    await texts().nth(1).click()
    await button(page, 'Move up').click()
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    expect(await shown()).toEqual(['Two!', 'One'])
  })
})

/** Opens a new draft with a content, as blocks. */
async function open(content: string): Promise<number> {
  const id = await newPost(desk.ask('administrator'), { title: 'Written', content, status: 'draft' })
  await openDocument(page, 'post', id)
  await button(page, 'Blocks').click()
  await page.getByRole('group', { name: 'Blocks', exact: true }).waitFor()
  return id
}

/** The content as the site has it, once it is saved. */
async function saved(id: number): Promise<string> {
  await saveButton(page).click()
  await eventually(() => stateOf(page).textContent()).toBe('Saved')
  return (await readPost(desk.ask('administrator'), id)).content
}

/** The caret into the words of the link. */
async function intoLink(): Promise<void> {
  await texts().first().press('Home')
  for (let count = 0; count < 7; count++) await page.keyboard.press('ArrowRight')
}

/** Pastes where the caret is, as the clipboard would. */
async function paste(data: Record<string, string>): Promise<void> {
  await page.evaluate((types) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(types)) clipboardData.setData(type, text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, data)
}
