import { clearEntityRecordEdits, editEntityRecord, receiveEntityRecords, type EntityStore } from 'copydesk'
import { useLeaveGuard, type UseLeaveGuardOptions } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

let renders = 0
const Guard = (options: UseLeaveGuardOptions) => {
  renders++
  useLeaveGuard(options)
  return null
}

/** Whether the browser would ask. */
function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

const edit = (store: EntityStore, title: string) =>
  after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title })))

async function site() {
  const { store } = await siteStore()
  await after(() => store.dispatch(receiveEntityRecords('postType', 'post', post(1))))
  return store
}

describe.each([{ strict: false }, { strict: true }])('useLeaveGuard, strict: $strict', ({ strict }) => {
  it('lets the browser ask for as long as something is unsaved', async () => {
    const store = await site()
    show(store, <Guard />, { strict })
    expect(asks()).toBe(false)
    await edit(store, 'New')
    expect(asks()).toBe(true)
    await after(() => store.dispatch(clearEntityRecordEdits('postType', 'post', 1)))
    expect(asks()).toBe(false)
  })

  it('asks no more when its component has gone', async () => {
    const store = await site()
    const { unmount } = show(store, <Guard />, { strict })
    await edit(store, 'New')
    unmount()
    expect(asks()).toBe(false)
    expect(store.listenerCount()).toBe(0)
  })
})

describe('useLeaveGuard', () => {
  it('asks when something else would be lost, such as a file on its way, and about that alone', async () => {
    const store = await site()
    const { rerender } = show(store, <Guard when={false} />)
    await edit(store, 'New')
    expect(asks()).toBe(false)
    await after(() => store.dispatch(clearEntityRecordEdits('postType', 'post', 1)))
    rerender(<Guard when />)
    expect(asks()).toBe(true)
  })

  it('asks where one of two guards has something to lose', async () => {
    const store = await site()
    show(
      store,
      <>
        <Guard />
        <Guard when />
      </>,
    )
    expect(asks()).toBe(true)
  })

  it('renders its component once for all that is typed', async () => {
    const store = await site()
    renders = 0
    show(store, <Guard />)
    for (const title of ['N', 'Ne', 'New']) await edit(store, title)
    expect(renders).toBe(2)
  })
})
