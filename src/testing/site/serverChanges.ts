import { weakMapMemoize } from 'reselect'

/** The branches of WordPress that a mock site knows, oldest first. */
export const mockBranches = ['6.6', '6.7', '6.8', '6.9', '7.0', '7.1'] as const

type MockBranch = (typeof mockBranches)[number]

/**
 * The WordPress whose answers a mock site gives: a branch as it was when it came out, or one of its patches, such as
 * `6.6.4`, where what a patch changed matters.
 */
export type MockWordPress = MockBranch | `${MockBranch}.${number}`

/** Something that newer servers do differently from WordPress 6.6. */
export interface ServerChange {
  /** The first version that does so. Of several, each is the first of its own branch, the newest one last. */
  readonly since: readonly [string, ...string[]]
  readonly what: string
}

/**
 * What servers do differently since WordPress 6.6, as they were seen to answer. The mock site answers accordingly, the
 * suites on a real WordPress expect accordingly, and the documentation lists it.
 */
export const serverChanges = {
  rowsKeptBack: {
    since: ['6.2.8', '6.3.7', '6.4.7', '6.5.7', '6.6.4', '6.7.4', '6.8.3'],
    what: 'Lists of posts in edit context leave out what the user may not edit, and still count it.',
  },
  editUsersMessage: {
    since: ['6.6.4', '6.7.4', '6.8.3'],
    what: 'Who may not list users in edit context is refused as who may not edit them.',
  },
  linkHints: {
    since: ['6.7'],
    what: 'Links to a record itself hint what the user may do with it (`targetHints`).',
  },
  plainPrivateTitles: {
    since: ['6.7'],
    what: 'The `title.rendered` of a private post does not begin with “Private: ”.',
  },
  readableThemeStyles: {
    since: ['6.7'],
    what: 'Who writes posts may read the styles of the theme; others are refused with `rest_cannot_read_global_styles`.',
  },
  readableUserStyles: {
    since: ['6.7'],
    what: 'Who writes posts may read the styles of the user, and editors are shown a link to change its CSS.',
  },
  titledMeta: { since: ['6.7'], what: 'The schema of a meta field has a `title`.' },
  listsByFormat: { since: ['6.7'], what: 'Lists of posts take `format` and `search_semantics`.' },
  plainAddLabel: { since: ['6.7'], what: 'The label `add_new` of posts and pages is “Add New”.' },
  shortAddLabels: { since: ['6.8'], what: 'Labels of post types say “Add” and “Add Post”, without “New”.' },
  themeTemplateTypes: {
    since: ['6.8'],
    what: 'The active theme has `default_template_types` and `default_template_part_areas`.',
  },
  publicFrontPage: {
    since: ['6.8'],
    what: 'The root answers everybody `show_on_front`, `page_on_front` and `page_for_posts`.',
  },
  noRevisionsOfThemeFiles: {
    since: ['6.8'],
    what: 'Revisions and autosaves of a template of the theme are refused with 400 `rest_invalid_template`.',
  },
  stickyFirst: {
    since: ['6.8'],
    what: 'Lists of posts take `ignore_sticky=false`: sticky posts come first.',
  },
  mediaTypeLists: { since: ['6.9'], what: 'Lists of media take several in `media_type` and `mime_type`.' },
  mediaItemLabel: { since: ['6.9'], what: 'The label `add_new_item` of media is “Add Media File”.' },
  editorNotes: { since: ['6.9'], what: 'Posts and pages support notes: `supports.editor` is a list.' },
  themeExportLink: { since: ['6.9'], what: 'The active theme links to its export.' },
  attachedToLink: { since: ['6.9'], what: 'Media link to the post that they are attached to.' },
  noteStatus: { since: ['6.9'], what: 'Comments have `meta._wp_note_status`, null but for notes.' },
  pictureFlip: {
    since: ['6.9'],
    what: 'Pictures can be flipped, and the arguments of each step are checked.',
  },
  paragraphClass: {
    since: ['7.0'],
    what: 'Paragraphs in `content.rendered` have the class `wp-block-paragraph`.',
  },
  mediaFiles: {
    since: ['7.0'],
    what: 'Media have `filename` and `filesize`, and in edit context `exif_orientation`; their `image_meta` has `alt`.',
  },
  markupInStyles: { since: ['7.0'], what: 'CSS with markup is taken.' },
  navigationOverlays: { since: ['7.0'], what: 'Parts of templates have the area `navigation-overlay`.' },
  templateDates: {
    since: ['7.1'],
    what: 'Templates have `date`, and `modified` of those of the theme is null instead of false.',
  },
  mediaForBrowsers: {
    since: ['7.1'],
    what: 'Media have in edit context what a browser needs to make their sizes, such as `image_quality`.',
  },
} as const satisfies Record<string, ServerChange>

/** The name of something that newer servers do differently. */
export type ServerChangeName = keyof typeof serverChanges

/** Whether a server of a version, such as `6.6`, `6.9.7` or `7.1-alpha-62304`, does so: each answer asks several times. */
export const hasChange = /* @__PURE__ */ weakMapMemoize(
  (version: string, name: ServerChangeName): boolean => {
    const since: readonly string[] = serverChanges[name].since
    const ofBranch = since.find((first) => branchOf(first) === branchOf(version))
    return compareVersions(version, ofBranch ?? since.at(-1) ?? '') >= 0
  },
)

/**
 * The newest WordPress of the mock site that is not newer than a version: the same patch where it knows the branch; the
 * oldest for all before it.
 */
export function mockWordPressFor(version: string): MockWordPress {
  const branch = [...mockBranches].reverse().find((known) => compareVersions(version, known) >= 0)
  if (branch === undefined) return mockBranches[0]
  const [, , patch = 0] = numbersOf(version)
  return patch > 0 && branchOf(version) === branch ? `${branch}.${patch}` : branch
}

/** Whether a mock site knows a version. */
export function isMockWordPress(version: unknown): version is MockWordPress {
  const [, branch] = /^(\d+\.\d+)(\.\d+)?$/.exec(String(version)) ?? []
  return (mockBranches as readonly unknown[]).includes(branch)
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
