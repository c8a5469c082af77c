import { it } from 'vitest'
import { onBoth } from './bothSites'

it('parts of the fields that are given in parts, and nothing of those that are not, are the same in both', () =>
  onBoth(async (ask) => {
    const edit = (path: string, fields: string) => `/wp/v2/${path}?context=edit&_fields=${fields}`
    await ask('editor', 'GET', edit('posts/1009', 'id,title.raw,content.raw,excerpt.raw'))
    await ask('editor', 'GET', edit('media/586', 'id,title.raw,caption.raw,description.raw'))
    await ask('editor', 'GET', edit('media/586', 'id,title.raw,caption'))
    await ask('editor', 'GET', edit('comments/2', 'id,content.raw'))
    await ask('editor', 'GET', `${edit('comments', 'id,content.raw')}&include=2`)
    const { data } = await ask('editor', 'POST', '/wp/v2/posts?_fields=id', { content: 'One' })
    await ask('editor', 'PUT', `/wp/v2/posts/${data.id}?_fields=id`, { content: 'Two' })
    await ask('editor', 'GET', edit(`posts/${data.id}/revisions`, 'author,title.raw,content.raw'))
    await ask('editor', 'GET', edit(`posts/${data.id}/revisions`, 'author,content'))
  }))

it('addresses are completed, and cleaned of blanks, in both', () =>
  onBoth(async (ask) => {
    for (const url of [
      'ada.example',
      ' https://ada.example/my page ',
      '/here',
      '#top',
      'mailto:ada@ada.example',
      '',
    ]) {
      const { data: user } = await ask('administrator', 'PUT', '/wp/v2/users/4?_fields=id,url', { url })
      await ask('administrator', 'GET', `/wp/v2/users/${user.id}?context=edit&_fields=url`)
      await ask('administrator', 'PUT', '/wp/v2/comments/2?_fields=id,author_url', { author_url: url })
    }
  }))

it('the description of a menu item is set in type in both', () =>
  onBoth(async (ask) => {
    const data = { title: 'Set in type', url: 'https://ada.example', status: 'draft' }
    const { data: made } = await ask('administrator', 'POST', '/wp/v2/menu-items?_fields=id', data)
    const path = `/wp/v2/menu-items/${made.id}?_fields=description`
    for (const description of ['Ada\'s -- and "more"...', 'Bread & butter', '5 > 3'])
      await ask('administrator', 'PUT', path, { description })
    await ask('administrator', 'DELETE', `/wp/v2/menu-items/${made.id}?force=true&_fields=deleted`)
  }))
