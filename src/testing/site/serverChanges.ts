/** The WordPress whose answers a mock site gives. */
export type MockWordPress = '6.6' | '6.9' | '7.1'

/** The versions that a mock site knows, oldest first. */
export const mockWordPresses: readonly MockWordPress[] = ['6.6', '6.9', '7.1']

/** Something that newer servers do differently from WordPress 6.6. */
export interface ServerChange {
  /** The first version that does so. Of several, each is the first of its own branch, the newest one last. */
  readonly since: readonly [string, ...string[]]
  readonly what: string
}

/**
 * What servers do differently since WordPress 6.6, as they were seen to answer. The mock site answers accordingly, the
 * suites on a real WordPress expect accordingly, and the documentation lists it. Where only 6.6, 6.9 and 7.1 were asked,
 * the first of them that does so is named, though an earlier one may.
 */
export const serverChanges = {
  rowsKeptBack: {
    since: ['6.2.8', '6.3.7', '6.4.7', '6.5.7', '6.6.4', '6.7.4', '6.8.3'],
    what: 'Lists of posts in edit context leave out what the user may not edit, and still count it.',
  },
  linkHints: {
    since: ['6.7'],
    what: 'Links to a record itself hint what the user may do with it (`targetHints`).',
  },
  shortAddLabels: { since: ['6.8'], what: 'Labels of post types say “Add” and “Add Post”, without “New”.' },
  editorNotes: { since: ['6.9'], what: 'Posts and pages support notes: `supports.editor` is a list.' },
  editUsersMessage: {
    since: ['6.9'],
    what: 'Who may not list users in edit context is refused as who may not edit them.',
  },
  themeTemplateTypes: {
    since: ['6.9'],
    what: 'The active theme has `default_template_types`, `default_template_part_areas` and a link to its export.',
  },
  attachedToLink: { since: ['6.9'], what: 'Media link to the post that they are attached to.' },
  plainPrivateTitles: {
    since: ['6.9'],
    what: 'In edit context `title.rendered` of a private post does not begin with “Private: ”.',
  },
  noteStatus: { since: ['6.9'], what: 'Comments have `meta._wp_note_status`.' },
  readableThemeStyles: { since: ['6.9'], what: 'Who writes posts may read the styles of the theme.' },
  publicFrontPage: {
    since: ['6.9'],
    what: 'The root answers everybody `show_on_front`, `page_on_front` and `page_for_posts`.',
  },
  titledMeta: { since: ['6.9'], what: 'The schema of a meta field has a `title`.' },
  noRevisionsOfThemeFiles: {
    since: ['6.9'],
    what: 'Revisions and autosaves of a template of the theme are refused with 400 `rest_invalid_template`.',
  },
  paragraphClass: {
    since: ['7.1'],
    what: 'Paragraphs in `content.rendered` have the class `wp-block-paragraph`.',
  },
  templateDates: {
    since: ['7.1'],
    what: 'Templates have `date`, and `modified` of those of the theme is null instead of false.',
  },
  mediaForBrowsers: {
    since: ['7.1'],
    what: 'Media have `filename` and `filesize`, and in edit context what a browser needs to make their sizes.',
  },
  markupInStyles: { since: ['7.1'], what: 'CSS with markup is taken.' },
  readableUserStyles: { since: ['7.1'], what: 'Editors may read the styles of the user.' },
} as const satisfies Record<string, ServerChange>

/** The name of something that newer servers do differently. */
export type ServerChangeName = keyof typeof serverChanges

/** Whether a server of a version, such as `6.6`, `6.9.7` or `7.1-alpha-62304`, does so. */
export function hasChange(version: string, name: ServerChangeName): boolean {
  const since: readonly string[] = serverChanges[name].since
  const ofBranch = since.find((first) => branchOf(first) === branchOf(version))
  return compareVersions(version, ofBranch ?? since.at(-1) ?? '') >= 0
}

/** The newest WordPress of the mock site that is not newer than a version; the oldest for all before it. */
export function mockWordPressFor(version: string): MockWordPress {
  return [...mockWordPresses].reverse().find((known) => compareVersions(version, known) >= 0) ?? '6.6'
}

/** Less than 0 where the first version is older. An alpha is older than its version; a beta and a candidate are not. */
export function compareVersions(one: string, other: string): number {
  const [numbers, others] = [numbersOf(one), numbersOf(other)]
  for (let place = 0; place < 3; place++) {
    const difference = (numbers[place] ?? 0) - (others[place] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(isAlpha(other)) - Number(isAlpha(one))
}

function isAlpha(version: string): boolean {
  return version.includes('-alpha')
}

function branchOf(version: string): string {
  const [major = 0, minor = 0] = numbersOf(version)
  return `${major}.${minor}`
}

function numbersOf(version: string): number[] {
  const [numbers = ''] = version.split('-')
  return numbers.split('.').map((part) => Number.parseInt(part, 10) || 0)
}
