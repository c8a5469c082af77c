import { act, render, screen, waitFor } from '@testing-library/react'
import { memoryStorage } from 'copydesk/durable'
import { useDurability, useRecoveredEdits } from 'copydesk/durable/react'
import { EntityStoreProvider } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { person } from '../support/person'
import { openPage } from './journal/page'

function Panel() {
  const { storage, unkept } = useDurability()
  const { recovered, restore, discard, check, isChecking } = useRecoveredEdits()
  return (
    <>
      <p role="status">{`${storage} ${unkept}${isChecking ? ' checking' : ''}`}</p>
      <ul>
        {recovered.map((edits) => (
          <li key={edits.item}>{`${edits.title} ${edits.standing}`}</li>
        ))}
      </ul>
      <button onClick={() => void check()}>check</button>
      <button onClick={() => void restore(recovered.slice(0, 1))}>restore</button>
      <button onClick={() => void discard(recovered)}>discard</button>
    </>
  )
}

const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())
/** Resolves when the list shows these, in any order. */
const shows = (...items: readonly string[]) => waitFor(() => expect(listed().sort()).toEqual(items))

describe('The hooks of durability', () => {
  it('show how keeping is doing and what was recovered, and check, restore and discard it', async () => {
    const storage = memoryStorage()
    const dead = storage.tab()
    const before = openPage(dead)
    before.edit(1, { title: 'One' })
    before.edit(2, { title: 'Two' })
    await before.flush()
    dead.kill()
    const page = openPage(storage.tab())
    render(
      <EntityStoreProvider store={page.store}>
        <Panel />
      </EntityStoreProvider>,
    )
    expect(screen.getByRole('status').textContent).toBe('opening 0')
    await act(() => page.ready)
    await shows('One unchecked', 'Two unchecked')
    expect(screen.getByRole('status').textContent).toBe('on 0')
    await press('check')
    await shows('One same', 'Two same')
    expect(screen.getByRole('status').textContent).toBe('on 0')
    await press('restore')
    await waitFor(() => expect(listed()).toHaveLength(1))
    expect(page.dirty()).toHaveLength(1)
    await act(async () => page.edit(3, { title: 'Three' }))
    expect(screen.getByRole('status').textContent).toBe('on 1')
    await act(() => page.flush())
    expect(screen.getByRole('status').textContent).toBe('on 0')
    await press('discard')
    await shows()
  })

  it('say off for a store without durability', async () => {
    render(
      <EntityStoreProvider store={person().store}>
        <Panel />
      </EntityStoreProvider>,
    )
    await press('check')
    expect(screen.getByRole('status').textContent).toBe('off 0')
    expect(listed()).toEqual([])
  })
})
