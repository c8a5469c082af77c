import { fireEvent, screen } from '@testing-library/react'
import { receiveEntityRecords } from 'copydesk'
import { useEntityRecord } from 'copydesk/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const advice = /^Something read-only was changed\. .* frozen in development.* edit\(\(draft\) => \{/

const told = vi.fn<(...message: unknown[]) => void>()
beforeEach(() => {
  told.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(told)
})
afterEach(() => vi.restoreAllMocks())

/** Mutates by a program that knows no types. */
function Mutating({ by }: { by: (record: { categories: number[]; slug?: string }) => void }) {
  const { editedRecord } = useEntityRecord('postType', 'post', 1)
  return <button onClick={() => editedRecord && by(editedRecord as never)}>Mutate</button>
}

/** A page with a post, after a click that mutates it: what the window was told of, which would fail the test by itself. */
async function click(by: (record: { categories: number[]; slug?: string }) => void): Promise<unknown> {
  const { store } = await siteStore()
  await after(() => store.dispatch(receiveEntityRecords('postType', 'post', post(1, { categories: [1] }))))
  const thrown = new Promise((resolve) =>
    window.addEventListener(
      'error',
      (event) => {
        event.preventDefault()
        resolve(event.error)
      },
      { once: true },
    ),
  )
  show(store, <Mutating by={by} />)
  try {
    fireEvent.click(screen.getByRole('button'))
  } catch (error) {
    // React 18 leaves it to the browser, which tells the window: happy-dom does not.
    window.dispatchEvent(uncaught('error', error))
  }
  return thrown
}

/** What the window hears of an error that nobody catches. */
const uncaught = (event: 'error' | 'unhandledrejection', reason: unknown) =>
  Object.assign(new Event(event), event === 'error' ? { error: reason } : { reason })

describe('Of a record that is mutated the console says what to write instead', () => {
  it.each([
    ['a push', (record: { categories: number[] }) => record.categories.push(98)],
    ['an assignment', (record: { slug?: string }) => (record.slug = 'ebb')],
    ['a deletion', (record: { slug?: string }) => delete record.slug],
  ])('in a handler, by %s', async (_, by) => {
    const error = await click(by)
    expect(error).toBeInstanceOf(TypeError)
    expect(told.mock.calls).toEqual([[expect.stringMatching(advice), error]])
  })

  it.each([
    ['V8', "Cannot assign to read only property 'title' of object '#<Object>'"],
    ['V8', 'Cannot add property 1, object is not extensible'],
    ['V8', "Cannot delete property 'title' of #<Object>"],
    ['SpiderMonkey', '"title" is read-only'],
    ['SpiderMonkey', 'can\'t define property "x": Object is not extensible'],
    ['SpiderMonkey', "can't define array index property past the end of an array with non-writable length"],
    ['SpiderMonkey', 'property "title" is non-configurable and can\'t be deleted'],
    ['JavaScriptCore', 'Attempted to assign to readonly property.'],
    ['JavaScriptCore', 'Attempting to define property on object that is not extensible.'],
    ['JavaScriptCore', 'Unable to delete property.'],
  ])('after something awaited, in the words of %s: %s', async (_, sentence) => {
    const { store } = await siteStore()
    const { unmount } = show(store, null)
    window.dispatchEvent(uncaught('unhandledrejection', new TypeError(sentence)))
    expect(told.mock.calls).toEqual([[expect.stringMatching(advice), expect.any(TypeError)]])
    window.dispatchEvent(uncaught('error', new TypeError(sentence)))
    expect(told, 'once').toHaveBeenCalledTimes(1)
    unmount()
  })

  it('and nothing of other errors, nor when the page has gone, nor in production', async () => {
    const { store } = await siteStore()
    const frozen = new TypeError("Cannot assign to read only property 'title' of object '#<Object>'")
    const { unmount } = show(store, null)
    for (const reason of [new TypeError('x is undefined'), new Error(frozen.message), undefined])
      window.dispatchEvent(uncaught('error', reason))
    unmount()
    window.dispatchEvent(uncaught('error', frozen))
    vi.stubEnv('NODE_ENV', 'production')
    show(store, null)
    window.dispatchEvent(uncaught('error', frozen))
    vi.unstubAllEnvs()
    expect(told).not.toHaveBeenCalled()
  })
})
