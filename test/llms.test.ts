import { describe, expect, it } from 'vitest'
import { writeForModels } from '../docs/generate/llms'

const pages: Readonly<Record<string, string>> = {
  'guide/lists.md': `# Lists

A list is known [window](../x.md) by window. More follows.

## Pages {#pages}

\`\`\`ts
const one = 1
\`\`\`
`,
  'api/index.md': '---\nsearch: false\n---\n\n# copydesk\n\n## Functions {#functions}\n\n### a() {#a}\n',
  'api/types.md': '# copydesk: types\n\n| Field |\n| --- |\n| <a id="property-id"></a> `id` |\n',
}

function write() {
  const files: Record<string, string> = {}
  writeForModels(
    [
      { text: 'Guides', items: [{ text: 'Lists', link: '/guide/lists' }] },
      {
        text: 'API',
        items: [
          { text: 'copydesk', link: '/api/index' },
          { text: 'copydesk: types', link: '/api/types' },
        ],
      },
    ],
    { read: (path) => pages[path] ?? '', write: (path, text) => void (files[path] = text) },
  )
  return files
}

describe('The documentation for language models', () => {
  it('has an index that names each page with what it is about', () => {
    expect(write()['llms.txt']).toMatch(
      /^# Copydesk\n\n> The data layer .+\n\n## Guides\n\n- \[Lists\]\(guide\/lists\.md\): A list is known window by window\.\n\n## API\n\n- \[copydesk\]\(api\/index\.md\)\n- \[copydesk: types\]\(api\/types\.md\)\n$/,
    )
  })

  it('has every page as Markdown, without what is for the site alone', () => {
    const files = write()
    expect(files['guide/lists.md']).toContain('## Pages\n\n```ts\nconst one = 1')
    expect(files['api/index.md']).toBe('# copydesk\n\n## Functions\n\n### a()\n')
    expect(files['api/types.md']).toContain('| `id` |')
  })

  it('has all pages in one text, each under its path, but for long tables of fields', () => {
    const full = write()['llms-full.txt'] ?? ''
    expect(full).toContain('Page: guide/lists.md\n\n# Lists')
    expect(full).toContain('Page: api/index.md')
    expect(full).not.toContain('property-id')
    expect(full).not.toContain('copydesk: types')
  })
})
