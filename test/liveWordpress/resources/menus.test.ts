import { selectCanUser, selectResolution } from 'copydesk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { onServer, resourceStore } from '../../support/resourceStore'
import { unique } from '../../support/siteFetch'
import { rawFetch } from '../../support/wordpress'

/** Has the first menu its place and no description when the test has finished. */
function putMenuBack(): void {
  onTestFinished(async () => {
    await rawFetch('administrator', '/wp-json/wp/v2/menus/23', {
      method: 'PUT',
      body: JSON.stringify({ locations: ['primary'], description: '' }),
    })
  })
}

const link = { url: 'https://example.org/tides', type: 'custom', status: 'publish' }

describe('A menu', () => {
  it('takes a location by its name, and the location and the menu that had it are read again', async () => {
    const { of } = resourceStore()
    const [menus, locations] = [of('root', 'menu'), of('root', 'menuLocation')]
    putMenuBack()
    expect(await locations.read('primary')).toMatchObject({ name: 'primary', menu: 23 })
    expect(await menus.read(23)).toMatchObject({ locations: ['primary'] })
    const { id } = await menus.create({ name: unique('Menu'), locations: ['primary'], auto_add: true })
    expect(menus.record(id)).toMatchObject({ locations: ['primary'], auto_add: true })
    expect(await locations.read('primary')).toMatchObject({ menu: id })
    expect(await menus.read(23)).toMatchObject({ locations: [] })
    await menus.remove(id, { force: true })
    expect(await locations.read('primary')).toMatchObject({ menu: 0 })
  })

  it('is not read again itself when it was saved, and others are', async () => {
    putMenuBack()
    const { of, sentSince } = resourceStore()
    const menus = of('root', 'menu')
    await menus.read(23)
    await menus.read(24)
    await menus.change(23, { description: 'On every page' })
    sentSince()
    await menus.read(23)
    expect(sentSince()).toEqual([])
    await menus.read(24)
    expect(sentSince()).toEqual(['GET /wp/v2/menus/24?context=edit'])
  })

  it('of a name that is taken is refused, with the other’s id', async () => {
    await expect(resourceStore().of('root', 'menu').create({ name: 'Main menu' })).rejects.toMatchObject({
      code: 'menu_exists',
      status: 400,
      data: { term_id: 23 },
    })
  })

  it('that there is not is an error', async () => {
    await expect(resourceStore().of('root', 'menu').read(99999)).rejects.toMatchObject({
      code: 'rest_term_invalid',
      status: 404,
    })
  })

  it('takes its items along when it is deleted', async () => {
    const { of } = resourceStore()
    const [menus, items] = [of('root', 'menu'), of('root', 'menuItem')]
    const { id: menu } = await menus.create({ name: unique('Menu') })
    const { id } = await items.create({ ...link, title: 'Tides', menus: menu })
    expect(await items.list({ menus: menu })).toMatchObject([{ id }])
    await menus.remove(menu, { force: true })
    await items.read(id).catch(() => undefined)
    expect(await onServer(`/menu-items/${id}`)).toMatchObject({ code: 'rest_post_invalid_id' })
    expect(await items.list({ menus: menu })).toEqual([])
  })
})

describe('An item of a menu', () => {
  it('is edited by its title as it was typed, whatever HTML is made of it', async () => {
    const { of } = resourceStore()
    const items = of('root', 'menuItem')
    const { id } = await items.create({ ...link, title: 'Tides', menus: 24 })
    expect(items.edited(id)).toMatchObject({ title: 'Tides' })
    expect(await items.change(id, { title: 'Low & high' })).toMatchObject({
      title: { raw: 'Low & high', rendered: 'Low &#038; high' },
    })
    items.edit(id, { title: 'Low & high' })
    expect(items.hasEdits(id)).toBe(false)
    await items.remove(id, { force: true })
  })

  it('is put below another, at a place', async () => {
    const { of } = resourceStore()
    const items = of('root', 'menuItem')
    const top = await items.create({ ...link, title: 'Top', menus: 24 })
    const { id } = await items.create({ ...link, title: 'Below', menus: 24, parent: top.id })
    expect(await items.change(id, { menu_order: 9, target: '_blank' })).toMatchObject({
      parent: top.id,
      menu_order: 9,
      target: '_blank',
    })
    const rows = await items.list({ menus: 24, orderby: 'menu_order', order: 'asc' })
    expect(rows?.at(-1)).toMatchObject({ id })
    await items.remove(top.id, { force: true })
    // The server moves it up; the store reads it again where it is asked for.
    expect(await onServer(`/menu-items/${id}`)).toMatchObject({ parent: expect.any(Number) })
    await items.remove(id, { force: true })
  })

  it('points to a page, and says when there is none', async () => {
    const items = resourceStore().of('root', 'menuItem')
    const { id } = await items.create({
      type: 'post_type',
      object: 'page',
      object_id: 101,
      title: 'Home again',
      status: 'publish',
      menus: 24,
    })
    expect(items.record(id)).toMatchObject({ object: 'page', object_id: 101, type_label: 'Page' })
    await items.remove(id, { force: true })
    await expect(items.create({ title: 'Nothing', menus: 24 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('Who may see and change menus', () => {
  it.each([
    ['menu', 'Sorry, you are not allowed to edit terms in this taxonomy.'],
    ['menuItem', 'Sorry, you are not allowed to edit posts in this post type.'],
  ])('an editor may not list them: %s', async (name, message) => {
    const { of, state } = resourceStore('editor')
    expect(await of('root', name).list()).toBeNull()
    expect(selectResolution(state(), 'fetchEntityRecords', 'root', name)).toMatchObject({
      error: { code: 'rest_forbidden_context', message, status: 403 },
    })
  })

  it('an editor may not read a location, and creates no menu', async () => {
    const { of, state } = resourceStore('editor')
    await expect(of('root', 'menuLocation').read('primary')).rejects.toMatchObject({ status: 403 })
    await expect(of('root', 'menu').create({ name: unique('Mine') })).rejects.toMatchObject({
      code: 'rest_cannot_create',
      status: 403,
    })
    expect(selectCanUser(state(), 'create', { kind: 'root', name: 'menu' })).toBe(false)
  })

  it('a location that there is not is an error', async () => {
    await expect(resourceStore().of('root', 'menuLocation').read('nowhere')).rejects.toMatchObject({
      code: 'rest_menu_location_invalid',
      status: 404,
    })
  })
})
