import { act, render, screen } from '@testing-library/react'
import { selectEntityRecordEdits, editEntityRecord, type EntityStore } from 'copydesk'
import { durabilityOf, memoryStorage, type DurableStorage } from 'copydesk/durable'
import { useDurability } from 'copydesk/durable/react'
import { EntityStoreProvider, useEntityDispatch, useEntitySelector } from 'copydesk/react'
import { StrictMode, useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../journal/page'

/** The store of whoever is signed in, as the guide makes it. */
function Desk({ storage }: { storage: DurableStorage }) {
  const [store, setStore] = useState<EntityStore>()
  useEffect(() => {
    const made = openPage(storage).store
    setStore(made)
    return () => void durabilityOf(made)?.close()
  }, [storage])
  return (
    store && (
      <EntityStoreProvider store={store}>
        <Book />
      </EntityStoreProvider>
    )
  )
}

function Book() {
  const { storage } = useDurability()
  const title = useEntitySelector((state) => selectEntityRecordEdits(state, 'shop', 'book', 1)?.title)
  const dispatch = useEntityDispatch()
  return (
    <>
      <p role="status">{`${storage}: ${String(title)}`}</p>
      <button onClick={() => dispatch(editEntityRecord('shop', 'book', 1, { title: 'Typed' }))}>type</button>
    </>
  )
}

const shows = async (text: string) => expect((await screen.findByText(text)).textContent).toBe(text)

describe('A store with durability that an effect makes', () => {
  it('keeps edits under StrictMode, and gives them to the next one when somebody signs in again', async () => {
    const storage = memoryStorage()
    const desk = (
      <StrictMode>
        <Desk storage={storage} />
      </StrictMode>
    )
    const { unmount } = render(desk)
    await shows('on: undefined')
    await act(async () => screen.getByRole('button').click())
    await shows('on: Typed')
    unmount()
    render(desk)
    await shows('on: Typed')
  })
})
