import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  button,
  eventually,
  newPost,
  openDocument,
  readPost,
  saveButton,
  shareDesk,
  stateOf,
  type Desk,
} from '../support/browser'
import { picture } from '../support/picture'

let desk: Desk
let page: Page
shareDesk('administrator', { width: 1280, height: 900 }, (opened) => {
  ;({ desk, page } = opened)
})

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const three = ['One', 'Two', 'Three'].map(paragraph).join('\n\n')
const blocks = () => page.getByRole('group', { name: 'Blocks', exact: true })
const texts = () => blocks().locator('[data-rich]')
const shown = () => texts().allInnerTexts()

describe('The tools of a block', () => {
  it('cover none of its text, nor of the text above it', async () => {
    await open(three)
    for (const place of [0, 1]) {
      await texts().nth(place).click()
      const [tools, above] = await Promise.all([
        page.getByRole('toolbar').boundingBox(),
        texts().first().boundingBox(),
      ])
      expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0)
    }
  })

  it('are one stop for Tab, which Alt+F10 goes to, and Escape leads back to the caret', async () => {
    await open(three)
    await texts().nth(1).press('End')
    await page.keyboard.press('Alt+F10')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await focused()).toBe('Kind of block')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe('Italic')
    expect(await page.getByRole('toolbar').locator('[tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.keyboard.type('!')
    expect(await shown()).toEqual(['One', 'Two!', 'Three'])
  })

  it('strike through, set as code, and number a list', async () => {
    const id = await open(paragraph('Old price'))
    await texts().first().press('Home')
    await page.keyboard.press('Control+Shift+ArrowRight')
    await button(page, 'Strikethrough').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Control+e')
    await page.keyboard.type('x')
    expect(await button(page, 'Inline code').getAttribute('aria-pressed')).toBe('true')
    await page.getByLabel('Kind of block').selectOption('Numbered list')
    expect((await saved(id)).replace(/<!--.*?-->|\n/g, '')).toBe(
      '<ol class="wp-block-list"><li><s>Old</s> price<code>x</code></li></ol>',
    )
  })
})

describe('A slash in an empty line', () => {
  it('shows the blocks, which words narrow down, and Enter takes one', async () => {
    const id = await open(paragraph('Before'))
    await texts().first().press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/head')
    const menu = page.getByRole('listbox', { name: 'Blocks to add' })
    await eventually(() => menu.getByRole('option').allTextContents()).toEqual([
      'Heading',
      'Heading 3',
      'Heading 4',
    ])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Tides')
    expect((await saved(id)).replace(/<!--.*?-->|\n| class="[^"]*"/g, '')).toBe('<p>Before</p><h3>Tides</h3>')
  })

  it('is a slash when Escape closes the menu, and opens it in an empty document, too', async () => {
    await open('')
    await texts().first().click()
    await page.keyboard.type('/')
    const menu = page.getByRole('listbox', { name: 'Blocks to add' })
    await menu.waitFor()
    await page.keyboard.press('Escape')
    expect(await menu.count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.keyboard.type('next')
    expect(await shown()).toEqual(['/', 'next'])
  })
})

describe('A selection across blocks', () => {
  it('grows with Shift and the arrows, and goes by Delete; one undo brings it back', async () => {
    await open(three)
    await texts().first().press('End')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('2 blocks selected').waitFor()
    await page.keyboard.press('Delete')
    expect(await shown()).toEqual(['Three'])
    await page.keyboard.press('Control+z')
    await eventually(shown).toEqual(['One', 'Two', 'Three'])
  })

  it('is of all blocks when Ctrl+A is pressed twice, and is copied and pasted as blocks', async () => {
    const id = await open(
      `${paragraph('One')}\n\n<!-- wp:spacer -->\n<div class="wp-block-spacer"></div>\n<!-- /wp:spacer -->`,
    )
    await texts().first().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+a')
    await page.getByText('2 blocks selected').waitFor()
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      return { html: clipboardData.getData('text/html'), text: clipboardData.getData('text/plain') }
    })
    expect(copied.text).toContain('One')
    await page.keyboard.press('Escape')
    await texts().first().press('End')
    await page.keyboard.press('Enter')
    await page.evaluate((html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(
        'text/html',
        `<html><body><!--StartFragment-->${html}<!--EndFragment--></body></html>`,
      )
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, copied.html)
    const content = await saved(id)
    expect(content.match(/<p>One<\/p>/g)).toHaveLength(2)
    expect(content.match(/<!-- wp:spacer -->/g)).toHaveLength(2)
  })

  it('is made by the mouse, and typing takes its place', async () => {
    await open(three)
    const [from, to] = await Promise.all([texts().nth(1).boundingBox(), texts().nth(2).boundingBox()])
    await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 10, { steps: 4 })
    await page.mouse.up()
    await page.getByText('2 blocks selected').waitFor()
    await page.keyboard.type('New')
    expect(await shown()).toEqual(['One', 'New'])
  })
})

describe('What is dragged', () => {
  it('is a block, by its handle, to where the line is', async () => {
    await open(three)
    const handle = (place: number) => blocks().locator('.block').nth(place).locator('.drag-handle')
    await texts().nth(2).hover()
    await handle(2).dragTo(texts().first(), { targetPosition: { x: 10, y: 2 } })
    await eventually(shown).toEqual(['Three', 'One', 'Two'])
  })

  it.each(['dropped', 'pasted'])(
    'or a picture from the disk: %s into the text, it is uploaded and shown',
    async (how) => {
      const id = await open(three)
      await texts().first().click()
      const bytes = [...new Uint8Array(await picture(8, 8).arrayBuffer())]
      await page.evaluate(
        ([data, way]) => {
          const files = new DataTransfer()
          files.items.add(new File([new Uint8Array(data)], 'quay.png', { type: 'image/png' }))
          const target = document.activeElement
          const { x, bottom } = target?.getBoundingClientRect() ?? { x: 0, bottom: 0 }
          const init = { bubbles: true, cancelable: true, clientX: x + 5, clientY: bottom - 1 }
          target?.dispatchEvent(
            way === 'pasted'
              ? new ClipboardEvent('paste', { ...init, clipboardData: files })
              : new DragEvent('drop', { ...init, dataTransfer: files }),
          )
        },
        [bytes, how] as const,
      )
      await blocks().locator('.image-block img').waitFor()
      expect(await saved(id)).toMatch(
        /<p>One<\/p>\n<!-- \/wp:paragraph -->\n\n<!-- wp:image {"id":\d+,.*}.*\n<figure.*<img src="[^"]*quay[^"]*\.png"/,
      )
    },
  )
})

describe('A block without an editor of blocks of its own', () => {
  it('is a table whose cells are typed, and whose rows and columns are added', async () => {
    const id = await open('')
    await texts().first().click()
    await page.keyboard.type('/table')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Ferry')
    await page.keyboard.press('Tab')
    await page.keyboard.type('07:30')
    await button(page, 'Add row below').click()
    await button(page, 'Add column after').click()
    expect((await saved(id)).replace(/<!--.*?-->|\n/g, '')).toBe(
      '<figure class="wp-block-table"><table class="has-fixed-layout"><tbody>' +
        '<tr><td>Ferry</td><td>07:30</td><td></td></tr><tr><td></td><td></td><td></td></tr>' +
        '<tr><td></td><td></td><td></td></tr></tbody></table></figure>',
    )
  })

  it('comes from a table that is pasted', async () => {
    const id = await open(paragraph('Before'))
    await texts().first().press('End')
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(
        'text/html',
        '<table style="x"><tr><th>Boat</th><th>Time</th></tr><tr><td><b>Gull</b></td><td>8</td></tr></table>',
      )
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    expect(await saved(id)).toContain(
      '<thead><tr><th>Boat</th><th>Time</th></tr></thead><tbody><tr><td><strong>Gull</strong></td><td>8</td></tr></tbody>',
    )
  })

  it('is buttons with a text, and what is around them stays byte for byte', async () => {
    const source =
      '<!-- wp:buttons {"layout":{"type":"flex"}} -->\n<div class="wp-block-buttons"><!-- wp:button {"className":"is-style-outline"} -->\n' +
      '<div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="https://example.org/">Book</a></div>\n' +
      '<!-- /wp:button --></div>\n<!-- /wp:buttons -->'
    const id = await open(source)
    await page.getByRole('textbox', { name: 'Button 1' }).press('End')
    await page.keyboard.type(' now')
    expect(await saved(id)).toBe(source.replace('>Book<', '>Book now<'))
  })

  it('is any other one, whose source is changed where it stands', async () => {
    const id = await open('<!-- wp:spacer-like/thing {"a":1} /-->')
    await blocks().locator('summary').click()
    const source = page.getByRole('textbox', { name: 'Source of Thing' })
    await source.fill('<!-- wp:spacer-like/thing {"a":2} /-->')
    await button(page, 'Apply').click()
    expect(await saved(id)).toBe('<!-- wp:spacer-like/thing {"a":2} /-->')
  })
})

/** Opens a new draft with a content, as blocks. */
async function open(content: string): Promise<number> {
  const id = await newPost(desk.ask('administrator'), { title: 'In blocks', content, status: 'draft' })
  await openDocument(page, 'post', id)
  await button(page, 'Blocks').click()
  await blocks().waitFor()
  return id
}

/** The content as the site has it, once it is saved. */
async function saved(id: number): Promise<string> {
  await saveButton(page).click()
  await eventually(() => stateOf(page).textContent()).toBe('Saved')
  return (await readPost(desk.ask('administrator'), id)).content
}
