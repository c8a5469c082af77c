import { describe, inject, it } from 'vitest'
import { onBoth } from './bothSites'

const own = (path: string) => encodeURIComponent(`${inject('wordpress').url}${path}`)
const pretty = '/2023/01/a-morning-with-the-old-ferry/'

describe('an address of the site itself is the same in the mock and in the real WordPress', () => {
  it.each([pretty, '/?p=1009', '/?page_id=101', '/?p=1046', '/?p=99999', '/nowhere/'])(
    'embedded: %s',
    (path) =>
      onBoth(
        async (ask) => {
          await ask('administrator', 'GET', `/oembed/1.0/proxy?url=${own(path)}`)
        },
        // It renders the embed of its theme.
        ['html'],
      ),
  )

  it.each([pretty, '/?p=1009', '/?p=99999'])('looked up: %s', (path) =>
    onBoth(
      async (ask) => {
        await ask('administrator', 'GET', `/wp-block-editor/v1/url-details?url=${own(path)}`)
      },
      // How the theme describes it.
      ['description'],
    ),
  )
})

describe('a file without content is refused the same', () => {
  it('in a form', () =>
    onBoth(
      async (ask) => {
        const form = new FormData()
        form.append('file', new Blob([], { type: 'image/png' }), 'empty.png')
        await ask('administrator', 'POST', '/wp/v2/media', form)
        // The advice for a server is left out.
      },
      ['message'],
    ))
})
