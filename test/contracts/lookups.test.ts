import { describe, expect, inject, it } from 'vitest'
import { serverDoes } from '../support/wordpressVersion'
import { onBoth } from './bothSites'

const everybody = ['contributor', 'subscriber'] as const
const forced = '?force=true'

describe('what is known of an address is the same in the mock and in the real WordPress', () => {
  it.each(everybody)('for: %s', (who) =>
    onBoth(
      async (ask) => {
        const of = (path: string) => encodeURIComponent(`${inject('wordpress').url}${path}`)
        await ask(who, 'GET', `/oembed/1.0/proxy?url=${of('/2023/01/a-morning-with-the-old-ferry/')}`)
        await ask(who, 'GET', '/oembed/1.0/proxy?url=https://none.example/')
        await ask(who, 'GET', '/oembed/1.0/proxy')
        for (const url of [
          'foo',
          'ftp://none.example/',
          'https://me:word@none.example/',
          'https://none.example:81/',
        ])
          await ask(who, 'GET', `/wp-block-editor/v1/url-details?url=${url}`)
        await ask(who, 'GET', '/wp-block-editor/v1/url-details?url=https://none.example/')
        await ask(who, 'OPTIONS', '/wp-block-editor/v1/url-details?_fields=methods,namespace')
      },
      ['html'],
    ),
  )
})

describe('navigation is the same', () => {
  it('where it is refused', () =>
    onBoth(async (ask) => {
      await ask(null, 'GET', '/wp-block-editor/v1/navigation-fallback')
      await ask('editor', 'GET', '/wp-block-editor/v1/navigation-fallback')
      await ask('editor', 'POST', '/wp/v2/navigation', { title: 'x' })
      await ask('editor', 'GET', '/wp/v2/navigation?status=draft')
      await ask('editor', 'GET', '/wp/v2/navigation?context=edit')
    }))

  it('to write, and found by those who have chosen none', () =>
    onBoth(async (ask) => {
      const made = await ask('administrator', 'POST', '/wp/v2/navigation', {
        title: 'For contracts',
        content: '<p>One</p>',
        status: 'publish',
      })
      const path = `/wp/v2/navigation/${made.data.id}`
      await ask('administrator', 'GET', '/wp-block-editor/v1/navigation-fallback?_embed=true')
      await ask('administrator', 'GET', `${path}?context=edit`)
      await ask(null, 'GET', path)
      await ask('administrator', 'PUT', path, { content: '<p>Two</p>' })
      await ask('administrator', 'GET', `${path}/revisions?context=edit`)
      await ask('administrator', 'DELETE', path + forced)
    }))
})

describe('pictures are edited the same', () => {
  const path = '/wp/v2/media/586/edit'
  const flip = (horizontal: boolean, vertical: boolean) => ({
    type: 'flip',
    args: { flip: { horizontal, vertical } },
  })
  const source = () => `${inject('wordpress').url}/wp-content/uploads/2023/01/reading-room.png`

  it('turned, cut and flipped, each as a new one', () =>
    onBoth(
      async (ask) => {
        for (const fields of [
          { modifiers: [{ type: 'rotate', args: { angle: 90 } }] },
          { modifiers: [{ type: 'crop', args: { left: 0, top: 0, width: 50, height: 50 } }] },
          { rotation: 180 },
          ...(serverDoes('pictureFlip') ? [{ modifiers: [flip(true, false)] }] : []),
        ]) {
          const { status, data } = await ask('author', 'POST', path, { src: source(), ...fields })
          expect(status).toBe(201)
          await ask('author', 'DELETE', `/wp/v2/media/${data.id}${forced}`)
        }
      },
      ['description', 'filesize'],
    ))

  it('where it is refused', () =>
    onBoth(async (ask) => {
      await ask('administrator', 'POST', path, {})
      await ask('administrator', 'POST', path, { src: 'http://x/y.png' })
      await ask('administrator', 'POST', path, { src: source() })
      await ask('administrator', 'POST', path, { src: source(), modifiers: [] })
      for (const step of [
        { type: 'flip' },
        { type: 'blur', args: {} },
        { type: 'flip', args: {} },
        { type: 'rotate', args: {} },
        { type: 'crop', args: { left: 1 } },
      ]) {
        await ask('administrator', 'POST', path, { src: source(), modifiers: [step] })
      }
      await ask('administrator', 'POST', '/wp/v2/media/99/edit', { src: 'http://x/y.png' })
      await ask('contributor', 'POST', path, { src: source() })
      await ask(null, 'POST', path, { src: source() })
    }))
})

describe('formats of posts are found the same', () => {
  it('where they are in use', () =>
    onBoth(async (ask) => {
      const fields = { title: 'A quote', format: 'quote', status: 'publish' }
      const { data } = await ask('editor', 'POST', '/wp/v2/posts?_fields=id,format', fields)
      await ask(null, 'GET', '/wp/v2/search?type=post-format&search=quo')
      await ask('editor', 'DELETE', `/wp/v2/posts/${data.id}${forced}`)
    }))
})
