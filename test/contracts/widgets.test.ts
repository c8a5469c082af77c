import { describe, expect, it } from 'vitest'
import { onBoth } from './bothSites'

// Forms and seals are each server's own, and descriptions its words; what the first widgets show, too.
const own = ['rendered_form', 'encoded', 'hash', 'description']
const forced = '?force=true'

describe('widgets are the same in the mock and in the real WordPress', () => {
  it.each(['administrator', 'editor', null] as const)('to read, for: %s', (who) =>
    onBoth(
      async (ask) => {
        await ask(who, 'GET', '/wp/v2/widgets?sidebar=sidebar-1&_fields=id,id_base,sidebar,_links')
        await ask(who, 'GET', '/wp/v2/sidebars/sidebar-1?context=edit')
        await ask(who, 'GET', '/wp/v2/widget-types')
        if (who !== 'administrator') return
        for (const none of ['widgets/none-9', 'sidebars/none', 'widget-types/none']) {
          await ask(who, 'GET', `/wp/v2/${none}`)
        }
      },
      own.filter((name) => name !== 'description' || who === 'administrator'),
    ),
  )

  it('to write, from a sidebar to the inactive ones and away', () =>
    onBoth(
      async (ask) => {
        const made = await ask('administrator', 'POST', '/wp/v2/widgets', {
          id_base: 'block',
          sidebar: 'sidebar-1',
          instance: { raw: { content: '<p>Tides</p>' } },
        })
        expect(made.status).toBe(201)
        const path = `/wp/v2/widgets/${made.data.id}`
        await ask('administrator', 'PUT', path, {
          sidebar: 'sidebar-1',
          instance: { raw: { content: '<p>High water</p>' } },
        })
        await ask('administrator', 'PUT', path, { instance: { encoded: 'abc', hash: 'x' } })
        await ask('administrator', 'PUT', path, { sidebar: 'wp_inactive_widgets' })
        await ask('administrator', 'PUT', path, { sidebar: 'sidebar-1' })
        await ask('editor', 'DELETE', path)
        await ask('administrator', 'DELETE', path)
        await ask('administrator', 'DELETE', path + forced)
      },
      // How many widgets there have been is not the same after other tests.
      [...own, 'id', 'href', 'Location', 'rendered'],
    ))

  it('where they are refused', () =>
    onBoth(async (ask) => {
      const fields = [{ id_base: 'none' }, { sidebar: 'sidebar-1' }]
      const requests = fields.map((body) => ({ path: '/wp/v2/widgets', body }))
      await ask('administrator', 'POST', '/batch/v1', { requests })
    }))

  it('in the order that their sidebar gives them', () =>
    onBoth(
      async (ask) => {
        const path = '/wp/v2/sidebars/sidebar-1'
        const all = [2, 3, 4, 5, 6].map((number) => `block-${number}`)
        await ask('administrator', 'PUT', path, { widgets: ['block-3', 'block-2'] })
        await ask('administrator', 'GET', '/wp/v2/widgets/block-6?_fields=id,sidebar')
        await ask('administrator', 'PUT', path, { widgets: all })
        await ask('editor', 'PUT', path, { widgets: [] })
      },
      ['rendered'],
    ))
})

describe('plugins are the same', () => {
  const path = '/wp/v2/plugins/tides/tides'

  it.each(['administrator', 'editor'] as const)('to read, for: %s', (who) =>
    onBoth(async (ask) => {
      await ask(who, 'GET', '/wp/v2/plugins?search=tides&status=inactive')
      await ask(who, 'GET', path)
      await ask(who, 'GET', '/wp/v2/plugins/none/none')
      await ask(who, 'PUT', path, { status: 'up' })
    }),
  )

  it('to switch on and off', () =>
    onBoth(async (ask) => {
      await ask('administrator', 'PUT', path, { status: 'active' })
      await ask('administrator', 'DELETE', path)
      await ask('editor', 'PUT', path, { status: 'inactive' })
      await ask('administrator', 'PUT', path, { status: 'inactive' })
    }))
})
