import { createMockSite, type MockSiteOptions, type MockWordPress } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import {
  compareVersions,
  hasChange,
  isMockWordPress,
  mockBranches,
  mockWordPressFor,
  serverChanges,
  type ServerChangeName,
} from '../../src/testing/site/serverChanges'

describe('what a server of a version does', () => {
  it.each([
    ['6.6', false],
    ['6.6-RC3', false],
    ['6.6.3', false],
    ['6.6.4', true],
    ['6.7.3', false],
    ['6.7.4', true],
    ['6.8.2', false],
    ['6.8.3', true],
    ['6.9', true],
    ['7.1-alpha-62304', true],
    ['6.2.7', false],
    ['6.2.8', true],
    ['6.1', false],
  ])('keeps rows back since a patch of its branch: %s, %s', (version, isPatched) => {
    expect(hasChange(version, 'rowsKeptBack')).toBe(isPatched)
  })

  it.each([
    ['6.6-RC3', '6.6'],
    ['6.6.2', '6.6.2'],
    ['6.7.4', '6.7.4'],
    ['6.9.7', '6.9.7'],
    ['7.0.0', '7.0'],
    ['7.1', '7.1'],
    ['7.1-RC1', '7.1'],
    ['7.1-alpha-62304', '7.0'],
    ['7.2-alpha', '7.1'],
    ['7.2.1', '7.1'],
    ['6.5.9', '6.6'],
    ['5.9', '6.6'],
  ])('is that of the nearest mock site that is not newer: %s, %s', (version, known) => {
    expect(mockWordPressFor(version)).toBe(known)
  })

  it('is found by comparing numbers, not texts', () => {
    expect(compareVersions('6.10', '6.9')).toBeGreaterThan(0)
    expect(compareVersions('6.9', '6.9.0')).toBe(0)
  })

  it('is described for every change', () => {
    for (const { what } of Object.values(serverChanges)) expect(what).toMatch(/^[A-Z].*\.$/)
  })
})

const content = {
  users: [
    { username: 'ann', role: 'administrator' },
    { username: 'ed', role: 'editor' },
    { username: 'aut', role: 'author' },
    { username: 'con', role: 'contributor' },
  ],
  posts: [
    { id: 1, title: 'Hers', content: '<!-- wp:paragraph --><p>Hi</p><!-- /wp:paragraph -->' },
    { id: 2, title: 'Own', author: 'aut', sticky: true },
    { id: 6, title: 'Said', format: 'quote', date: '2023-01-01T00:00:00' },
    { id: 3, title: 'Hidden', status: 'private' },
  ],
  media: [{ id: 4, file: '2024/01/harbour.png', width: 640, height: 400 }],
  comments: [{ id: 5, post: 1, content: 'A word' }],
  globalStyles: { id: 9 },
  postMeta: { post: { subtitle: { label: 'Subtitle' } } },
  plugins: [{ plugin: 'tides/tides' }, { plugin: 'hello' }],
} as const satisfies MockSiteOptions

type Question = readonly [who: string | null, request: string, data?: object]

/** For each change: a question, and what is answered before it and since. */
const questions: Record<ServerChangeName, readonly [question: Question, before: unknown, now: unknown]> = {
  rowsKeptBack: [
    ['aut', 'GET /wp/v2/posts?context=edit&_fields=id'],
    [{ id: 1 }, { id: 2 }, { id: 6 }],
    [{ id: 2 }],
  ],
  linkHints: [
    ['aut', 'GET /wp/v2/posts/2?_fields=_links.self'],
    { _links: { self: [{}] } },
    { _links: { self: [{ targetHints: { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] } }] } },
  ],
  shortAddLabels: [
    ['ann', 'GET /wp/v2/types/page?context=edit&_fields=labels'],
    { labels: { add_new: 'Add New', add_new_item: 'Add New Page' } },
    { labels: { add_new: 'Add', add_new_item: 'Add Page' } },
  ],
  plainAddLabel: [
    ['ann', 'GET /wp/v2/types/page?context=edit&_fields=labels'],
    { labels: { add_new: 'Add New Page' } },
    { labels: { add_new: 'Add New' } },
  ],
  mediaItemLabel: [
    ['ann', 'GET /wp/v2/types/attachment?context=edit&_fields=labels'],
    { labels: { add_new: 'Add Media File', add_new_item: 'Add Post' } },
    { labels: { add_new: 'Add Media File', add_new_item: 'Add Media File' } },
  ],
  editorNotes: [
    ['ann', 'GET /wp/v2/types/post?context=edit&_fields=supports'],
    { supports: { editor: true } },
    { supports: { editor: [{ notes: true }] } },
  ],
  editUsersMessage: [
    ['ed', 'GET /wp/v2/users?context=edit'],
    { message: 'Sorry, you are not allowed to list users.' },
    { message: 'Sorry, you are not allowed to edit users.' },
  ],
  themeTemplateTypes: [
    ['ann', 'GET /wp/v2/themes/tides'],
    { stylesheet: 'tides' },
    {
      default_template_types: expect.arrayContaining([expect.objectContaining({ slug: 'index' })]) as unknown,
      default_template_part_areas: [{ area: 'uncategorized' }, { area: 'header' }, { area: 'footer' }],
    },
  ],
  themeExportLink: [
    ['con', 'GET /wp/v2/themes/tides'],
    { stylesheet: 'tides' },
    {
      _links: {
        'wp:export-theme': [
          { href: 'https://site.test/wp-json/wp-block-editor/v1/export', targetHints: { allow: [] } },
        ],
      },
    },
  ],
  navigationOverlays: [
    ['ann', 'GET /wp/v2/themes/tides'],
    { default_template_part_areas: [{}, {}, { area: 'footer' }] },
    { default_template_part_areas: [{}, {}, {}, { area: 'navigation-overlay' }] },
  ],
  attachedToLink: [
    ['aut', 'GET /wp/v2/media/4'],
    { id: 4 },
    {
      _links: {
        'wp:attached-to': [{ id: 1, post_type: 'post', href: 'https://site.test/wp-json/wp/v2/posts/1' }],
      },
    },
  ],
  plainPrivateTitles: [
    ['ed', 'GET /wp/v2/posts/3'],
    { title: { rendered: 'Private: Hidden' } },
    { title: { rendered: 'Hidden' } },
  ],
  noteStatus: [['ed', 'GET /wp/v2/comments/5'], { meta: [] }, { meta: { _wp_note_status: null } }],
  readableThemeStyles: [
    ['con', 'GET /wp/v2/global-styles/themes/tides'],
    { code: 'rest_cannot_manage_global_styles' },
    { settings: {}, styles: {} },
  ],
  publicFrontPage: [
    [null, 'GET /'],
    { name: 'Mock site' },
    { show_on_front: 'posts', page_on_front: 0, page_for_posts: 0 },
  ],
  listsByFormat: [
    ['ed', 'GET /wp/v2/posts?format=quote&_fields=id'],
    [{ id: 1 }, { id: 2 }, { id: 6 }],
    [{ id: 6 }],
  ],
  stickyFirst: [
    ['ed', 'GET /wp/v2/posts?per_page=1&order=asc&ignore_sticky=false&_fields=id'],
    [{ id: 6 }],
    [{ id: 2 }, { id: 6 }],
  ],
  mediaTypeLists: [
    ['ed', 'GET /wp/v2/media?media_type=audio,image&_fields=id'],
    { code: 'rest_invalid_param' },
    [{ id: 4 }],
  ],
  pictureFlip: [
    [
      'ed',
      'POST /wp/v2/media/4/edit',
      {
        src: 'https://site.test/wp-content/uploads/2024/01/harbour.png',
        modifiers: [{ type: 'flip', args: { flip: { horizontal: true, vertical: false } } }],
      },
    ],
    { code: 'rest_invalid_param' },
    { media_details: { width: 640, height: 400 } },
  ],
  titledMeta: [
    ['ann', 'OPTIONS /wp/v2/posts'],
    { schema: { properties: { meta: { properties: { subtitle: { type: 'string' } } } } } },
    { schema: { properties: { meta: { properties: { subtitle: { title: 'Subtitle' } } } } } },
  ],
  noRevisionsOfThemeFiles: [
    ['ann', 'GET /wp/v2/templates/tides//index/revisions'],
    { code: 'rest_cannot_read', status: 403 },
    { code: 'rest_invalid_template', status: 400 },
  ],
  paragraphClass: [
    ['aut', 'GET /wp/v2/posts/1'],
    { content: { rendered: '<p>Hi</p>' } },
    { content: { rendered: '<p class="wp-block-paragraph">Hi</p>' } },
  ],
  templateDates: [
    ['ann', 'GET /wp/v2/templates/tides//index'],
    { modified: false },
    { date: null, modified: null },
  ],
  mediaFiles: [
    ['ann', 'GET /wp/v2/media/4?context=edit'],
    { id: 4 },
    { filename: 'harbour.png', filesize: 0, exif_orientation: 1, media_details: { image_meta: { alt: '' } } },
  ],
  mediaForBrowsers: [
    ['ann', 'GET /wp/v2/media/4?context=edit'],
    { filename: 'harbour.png' },
    { image_quality: { default: 82, sizes: [] }, image_output_format: null, image_save_progressive: false },
  ],
  markupInStyles: [
    ['ann', 'PUT /wp/v2/global-styles/9', { styles: { css: '<b>' } }],
    { code: 'rest_custom_css_illegal_markup' },
    { styles: { css: '<b>' } },
  ],
  readableUserStyles: [['con', 'GET /wp/v2/global-styles/9'], { code: 'rest_cannot_view' }, { id: 9 }],
}

/** Each version that does something first, behind the one before it; of those that the mock site knows. */
function versionsAround(name: ServerChangeName): [MockWordPress, MockWordPress][] {
  const all: readonly string[] = serverChanges[name].since
  return all.filter(isMockWordPress).map((since) => {
    const [major, minor, patch] = since.split('.').map(Number)
    if (patch) return [`${major}.${minor}.${patch - 1}` as MockWordPress, since]
    const branch = mockBranches.findIndex((known) => known === since)
    return [mockBranches[branch - 1] ?? '6.6', since]
  })
}

async function answer(wordpress: MockWordPress, [who, request, data]: Question): Promise<unknown> {
  const site = createMockSite({ ...content, wordpress })
  await site.as('ann')({ path: '/wp/v2/media/4', method: 'PUT', data: { post: 1 } })
  const [method = '', path = ''] = request.split(' ')
  const answered = site.as(who)({ path, method, ...(data && { data }) })
  return answered.then(
    (response) => response.data,
    (error: unknown) => error,
  )
}

describe('a mock site', () => {
  it.each(
    Object.entries(questions).flatMap(([name, question]) =>
      versionsAround(name as ServerChangeName).map(([earlier, since]) => ({
        name,
        earlier,
        since,
        question,
      })),
    ),
  )('does what its WordPress does: $name since $since', async ({ earlier, since, question }) => {
    const [asked, before, now] = question
    const old = await answer(earlier, asked)
    expect(old).toMatchObject(before as object)
    expect(old).not.toMatchObject(now as object)
    expect(await answer(since, asked)).toMatchObject(now as object)
  })

  it('answers as WordPress 7.1 unless it is told otherwise', async () => {
    const { fetcher } = createMockSite(content)
    const { data } = await fetcher({ path: '/wp/v2/posts/1' })
    expect(data).toMatchObject({ content: { rendered: '<p class="wp-block-paragraph">Hi</p>' } })
  })

  it('refuses a WordPress that it does not know', () => {
    const wordpress = '5.0' as MockWordPress
    expect(() => createMockSite({ wordpress })).toThrow(
      'The mock site knows no WordPress 5.0. Take one of 6.6, 6.7, 6.8, 6.9, 7.0, 7.1, or a patch of one.',
    )
  })

  it('counts the rows that it keeps back', async () => {
    const site = createMockSite(content)
    const { data, headers } = await site.as('aut')({ path: '/wp/v2/posts?context=edit' })
    expect(data).toHaveLength(1)
    expect(headers.get('x-wp-total')).toBe('3')
  })

  it.each([
    ['a plugin in a folder', '/wp/v2/plugins/tides/tides', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ['a plugin that is one file', '/wp/v2/plugins/hello', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ['a place for menus', '/wp/v2/menu-locations/primary', ['GET']],
  ])('hints what may be done with %s', async (_, path, allow) => {
    const { fetcher } = createMockSite(content)
    const { data } = await fetcher({ path })
    expect(data).toMatchObject({ _links: { self: [{ targetHints: { allow } }] } })
  })

  it('hints what may be done with each of the places for menus', async () => {
    const { fetcher } = createMockSite(content)
    const { data } = await fetcher({ path: '/wp/v2/menu-locations' })
    const hinted = { _links: { self: [{ targetHints: { allow: ['GET'] } }] } }
    expect(data).toMatchObject({ primary: hinted, footer: hinted })
  })
})
