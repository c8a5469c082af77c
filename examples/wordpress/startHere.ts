import type { Role } from './content'

const countOfUnsaved =
  'The header counts what is unsaved; a click on it shows what was changed, word by word, and saves it in one request.'
const undo =
  'Press Ctrl or Cmd and Z, wherever you are: undo goes across all posts, and says what it took back.'
const free =
  'Everything here may be tried, changed and thrown away: nothing of it is left when the process ends.'
const another = 'Choose another person in the menu with your name, and see what that role may and may not do.'
const withOthers =
  'Open this address in a private window as the editor, switch on “Work together” in both, and write in the same paragraph.'

/** What somebody of a role finds open who signs in for the first time: only what this role may do. */
export const startHere: Readonly<Record<Role, string>> = (() => {
  const writers = startText({
    welcome: `This is a small editor on a real WordPress. ${free}`,
    steps: [
      writeHere('this text'),
      'Open another post and write there, too. ' + countOfUnsaved,
      undo,
      another,
    ],
  })
  return {
    administrator: writers,
    editor: writers,
    author: startText({
      welcome: `This is a small editor on a real WordPress, and this text is a draft of yours. ${free}`,
      steps: [
        writeHere('it'),
        'Press <strong>Publish</strong>, and follow the link that comes up: readers see it on the site.',
        'Open another of your posts and write there, too. ' + countOfUnsaved,
        undo,
        'Choose “Everybody” under Author, beside the search: what others have written opens to be read, and says why.',
        another,
      ],
    }),
    contributor: startText({
      welcome: `This is a small editor on a real WordPress, and this text is a draft of yours. ${free}`,
      steps: [
        writeHere('it'),
        'Press <strong>Submit for review</strong>: you write, and an editor publishes.',
        'Open another of your drafts and write there, too. ' + countOfUnsaved,
        undo,
        another,
      ],
    }),
    subscriber: startText({
      welcome:
        'This is a small editor on a real WordPress, as somebody sees it who reads and changes nothing.',
      steps: [
        'Search the list, filter it by category, open what you like: it is in the address, and there again after a reload.',
        'Look at what you may not do: it says so, and why, before you try.',
        'To write, choose another person in the menu with your name, such as the author.',
      ],
      together: '',
    }),
  }
})()

function writeHere(text: string): string {
  return `Write something in ${text}. Type <strong>##</strong> and a space for a heading, <strong>-</strong> and a space for a list; paste from a page or a document.`
}

interface StartText {
  welcome: string
  /** What to try first, in HTML. */
  steps: readonly string[]
  /** How to work together with others; '' for who can't. */
  together?: string
}

function startText({ welcome, steps, together = withOthers }: StartText): string {
  const hood =
    'Open the side panel and choose “Under the hood”: each request with who asked for it, what the store holds, which part of the page was rendered, which records are locked. Then make the server slow, or let it fail, and go on.'
  return [
    paragraph(welcome),
    heading('Two minutes'),
    list(steps),
    heading('Under the hood'),
    paragraph(hood),
    ...(together === '' ? [] : [heading('Together'), paragraph(together)]),
  ].join('\n\n')
}

function paragraph(text: string): string {
  return `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
}

function heading(text: string): string {
  return `<!-- wp:heading -->\n<h2 class="wp-block-heading">${text}</h2>\n<!-- /wp:heading -->`
}

function list(items: readonly string[]): string {
  const each = items.map((item) => `<!-- wp:list-item -->\n<li>${item}</li>\n<!-- /wp:list-item -->`)
  return `<!-- wp:list -->\n<ul class="wp-block-list">${each.join('\n\n')}</ul>\n<!-- /wp:list -->`
}
