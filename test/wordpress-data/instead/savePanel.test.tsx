import { fireEvent, render, screen } from '@testing-library/react'
import { privateApis, type CoreDataPrivateApis } from 'copydesk/wordpress-data'
import { describe, expect, it, vi } from 'vitest'
import { smallSite } from '../registryOf'
import { answered, pageOf } from './rendering'

// Unlocked, it gives these very names.
const { EntitiesSavedStates, EntitiesSavedStatesExtensible, useEntitiesSavedStatesIsDirty } =
  privateApis as CoreDataPrivateApis

/** Two posts and two settings with unsaved edits. */
async function unsaved(rule = smallSite) {
  const page = pageOf((request) =>
    request.path.startsWith('/wp/v2/settings') && ['PUT', 'POST'].includes(request.method)
      ? request.data
      : rule(request),
  )
  const { resolve, dispatch } = page
  await resolve.getEntityRecord?.('postType', 'post', 1)
  await resolve.getEntityRecord?.('postType', 'post', 2)
  await resolve.getEntityRecord?.('root', 'site')
  await dispatch.editEntityRecord?.('postType', 'post', 1, { title: 'One &amp; all' })
  await dispatch.editEntityRecord?.('postType', 'post', 2, { slug: 'two' })
  await dispatch.editEntityRecord?.('root', 'site', undefined, { posts_per_page: 3, title: 'New site' })
  return page
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')
const button = (name: string) => screen.getByRole('button', { name })

describe('the save panel', () => {
  it('lists records and settings by entity, and saves what stays selected', async () => {
    const { wrapper, select, seen } = await unsaved()
    const close = vi.fn()
    render(<EntitiesSavedStates close={close} />, { wrapper })
    expect(boxes().map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      'title',
      'posts_per_page',
      'One & all',
      'Post 2',
    ])
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Site', 'Posts'])
    expect(screen.getByText('4 changes are not saved yet.')).toBeDefined()
    fireEvent.click(boxes()[1]!)
    fireEvent.click(boxes()[3]!)
    fireEvent.click(button('Save'))
    await answered()
    const sent = seen.filter(({ method }) => !['GET', 'OPTIONS'].includes(method)).map(({ data }) => data)
    expect(sent).toEqual(expect.arrayContaining([{ title: 'One &amp; all' }, { title: 'New site' }]))
    expect(sent).toHaveLength(2)
    expect(close).toHaveBeenCalledExactlyOnceWith([
      expect.objectContaining({ name: 'post', key: 1 }),
      expect.objectContaining({ name: 'site', property: 'title' }),
    ])
    expect(select.__experimentalGetDirtyEntityRecords?.()).toMatchObject([{ key: 2 }, { name: 'site' }])
  })

  it('saves nothing where nothing is selected, and folds what it lists', async () => {
    const { wrapper, seen } = await unsaved()
    render(<EntitiesSavedStates close={() => undefined} variant="inline" />, { wrapper })
    for (const box of boxes()) fireEvent.click(box)
    expect(button('Save').getAttribute('aria-disabled')).toBe('true')
    const before = seen.length
    fireEvent.click(button('Save'))
    await answered()
    expect(seen).toHaveLength(before)
    fireEvent.click(button('Posts'))
    expect(boxes()).toHaveLength(2)
  })

  it('is a dialog with a name that takes the focus, and Escape or Cancel close it', async () => {
    const { wrapper } = await unsaved()
    const close = vi.fn()
    render(<EntitiesSavedStates close={close} renderDialog />, { wrapper })
    const dialog = screen.getByRole('dialog', { name: 'Are you ready to save?' })
    expect(document.activeElement).toBe(dialog)
    fireEvent.keyDown(button('Cancel'), { key: 'Escape' })
    fireEvent.click(button('Cancel'))
    expect(close.mock.calls).toEqual([[], []])
  })

  it('is made one’s own: what it says, and whether it may save', async () => {
    const { wrapper } = await unsaved()
    function Own() {
      const unsavedNow = useEntitiesSavedStatesIsDirty()
      return (
        <EntitiesSavedStatesExtensible
          {...unsavedNow}
          close={() => undefined}
          saveLabel="Go"
          saveEnabled={false}
          additionalPrompt="Think twice."
        />
      )
    }
    render(<Own />, { wrapper })
    expect(screen.getByText('Think twice.')).toBeDefined()
    expect(button('Go').getAttribute('aria-disabled')).toBe('true')
  })
})
