import { afterEach, expect, it, vi } from 'vitest'
import { useEntityRecord } from '../../src/react/hooks/useEntityRecord'
import { useRefetch } from '../../src/react/hooks/useRefetch'
import { post } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

const code = vi.hoisted(() => ({ isThere: false }))

vi.mock('../../src/store/garbageCollection/refetchMounted', (importOriginal) => {
  if (!code.isThere) throw new Error('Failed to fetch dynamically imported module')
  return importOriginal()
})

afterEach(() => {
  code.isThere = false
  vi.resetModules()
})

const Refetch = () => {
  useRefetch({ onFocus: true, staleTime: 0 })
  return null
}
const One = () => <p>{useEntityRecord('postType', 'post', 1).status}</p>

const focus = () =>
  after(async () => {
    window.dispatchEvent(new Event('focus'))
    await vi.dynamicImportSettled()
  })

async function shownPage() {
  const { store, log } = await siteStore(() => post(1))
  const page = show(
    store,
    <>
      <One />
      <Refetch />
    </>,
  )
  await after()
  log.length = 0
  return { log, ...page }
}

it('asks nothing where what asks again can not be loaded, and tries again the next time', async () => {
  const { log } = await shownPage()
  await focus()
  expect(log).toEqual([])
  code.isThere = true
  await import('../../src/store/garbageCollection/refetchMounted')
  await focus()
  expect(log).toEqual(['GET /wp/v2/posts/1?context=edit'])
})

it('asks nothing when the component has gone while it was loaded', async () => {
  code.isThere = true
  await import('../../src/store/garbageCollection/refetchMounted')
  const { log, rerender } = await shownPage()
  window.dispatchEvent(new Event('focus'))
  rerender(<One />)
  await after(() => vi.dynamicImportSettled())
  expect(log).toEqual([])
})
