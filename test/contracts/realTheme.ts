import type { MockAppearance, MockTemplate, MockTheme } from 'copydesk/testing'
import { askReal } from './bothSites'

interface RawTemplate {
  slug: string
  source: string
  title: { raw: string }
  description: string
  content: { raw: string }
  area?: string
  is_custom?: boolean
}

interface RealTheme {
  stylesheet: string
  version: string
  is_block_theme: boolean
  theme_supports: Record<string, unknown>
  requires_php: string
  requires_wp: string
  screenshot: string
  name: { raw: string }
  author: { raw: string }
  author_uri: { raw: string }
  theme_uri: { raw: string }
  description: { raw: string }
  tags: { raw: string[] }
}

/** What the real site looks like, for a mock site that is to look the same. */
export async function readRealTheme(): Promise<MockAppearance> {
  const read = async (path: string) => (await askReal('administrator', 'GET', path)).data as unknown
  const [theme] = (await read('/wp/v2/themes?status=active')) as [RealTheme]
  const path = `/wp/v2/global-styles/themes/${theme.stylesheet}`
  const { settings, styles } = (await read(path)) as Pick<MockTheme, 'settings' | 'styles'>
  const variations = (await read(`${path}/variations`)) as object[]
  return {
    themes: [{ ...describeTheme(theme), settings, styles, variations }],
    templates: toTemplates(await read('/wp/v2/templates')),
    templateParts: toTemplates(await read('/wp/v2/template-parts')),
    patterns: (await read('/wp/v2/block-patterns/patterns')) as object[],
    patternCategories: (await read('/wp/v2/block-patterns/categories')) as object[],
  }
}

// What the mock makes of these it must get right: rendered texts, status, links.
function describeTheme(theme: RealTheme): MockTheme {
  const { stylesheet, version, requires_php, requires_wp, screenshot } = theme
  return {
    stylesheet,
    version,
    isBlockTheme: theme.is_block_theme,
    supports: theme.theme_supports,
    name: theme.name.raw,
    author: theme.author.raw,
    authorUri: theme.author_uri.raw,
    themeUri: theme.theme_uri.raw,
    description: theme.description.raw,
    tags: theme.tags.raw,
    fields: { requires_php, requires_wp, screenshot },
  }
}

function toTemplates(answer: unknown): MockTemplate[] {
  return (answer as RawTemplate[])
    .filter(({ source }) => source === 'theme')
    .map(({ slug, title, description, content, area = 'uncategorized', is_custom: isCustom = false }) => ({
      slug,
      title: title.raw,
      description,
      content: content.raw,
      area,
      isCustom,
    }))
}
