import { act, cleanup, fireEvent, render, waitFor, within } from '@testing-library/react'
import { StrictMode, useEffect } from 'react'
import {
  createEntityStore,
  createRestFetcher,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  type EntityStore,
  type Fetcher,
  type FetchRequest,
} from 'copydesk'
import {
  CopydeskDevtools,
  CopydeskDevtoolsPanel,
  createDevtools,
  DevtoolsArea,
  useRenders,
  type CopydeskDevtoolsProps,
} from 'copydesk/devtools'
import { EntityStoreProvider, useEntityRecord, useEntityRecords } from 'copydesk/react'
import { createMockSite, type MockSite } from 'copydesk/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let site: MockSite
let store: EntityStore

beforeEach(() => {
  localStorage.clear()
  site = createMockSite({
    posts: [
      { id: 7, title: 'Seven' },
      { id: 8, title: 'Eight' },
    ],
  })
  store = createEntityStore({ fetcher: site.as('administrator'), devTools: false })
})
afterEach(cleanup)

function Titles() {
  const { records } = useEntityRecords('postType', 'post', { orderby: 'id' })
  return <p>{records?.map(({ title }) => title.raw).join()}</p>
}

function TitleField({ id }: { id: number }) {
  const { editedRecord, hasEdits } = useEntityRecord('postType', 'post', id)
  const { edit } = useEntityRecord('postType', 'post', id)
  return (
    <input
      aria-label={hasEdits ? 'Changed title' : 'Title'}
      value={editedRecord?.title ?? ''}
      onChange={({ target }) => edit({ title: target.value })}
    />
  )
}

/** What stands in the shadow root of the devtools. */
async function devtools() {
  const host = await waitFor(() => {
    const found = document.querySelector('[data-copydesk-devtools]')
    if (!found?.shadowRoot?.querySelector('button')) throw new Error('The devtools are not there yet.')
    return found
  })
  return within(host.shadowRoot?.lastElementChild as HTMLElement)
}

async function openApplication(props: CopydeskDevtoolsProps = {}) {
  render(
    <EntityStoreProvider store={store}>
      <CopydeskDevtools initialIsOpen {...props} />
      <DevtoolsArea name="List">
        <Titles />
      </DevtoolsArea>
      <TitleField id={7} />
    </EntityStoreProvider>,
  )
  const tools = await devtools()
  const open = (name: string) => fireEvent.click(tools.getByRole('tab', { name }))
  return { tools, open }
}

describe('The devtools', () => {
  it('open by their button, are closed by Escape, and are as they were left at the next visit', async () => {
    const { tools } = await openApplication({ initialIsOpen: false })
    expect(tools.queryByRole('tablist')).toBeNull()
    fireEvent.click(tools.getByRole('button', { name: 'Open the Copydesk devtools' }))
    fireEvent.keyDown(await tools.findByRole('tablist'), { key: 'Escape' })
    expect(tools.queryByRole('tablist')).toBeNull()
    fireEvent.click(tools.getByRole('button', { name: 'Open the Copydesk devtools' }))
    cleanup()
    const again = await openApplication({ initialIsOpen: false })
    expect(again.tools.getByRole('tablist')).toBeTruthy()
  })

  it('say of each request which part of the page asked, for what, and why', async () => {
    const { tools } = await openApplication()
    const requests = tools.getByRole('region', { name: /^Requests/ })
    const list = await within(requests).findByText(/fetchEntityRecords postType\/post/)
    expect(list.textContent).toBe('List fetchEntityRecords postType/post · not known yet · for Titles')
    const record = within(requests).getByText(/fetchEntityRecord postType\/post 7/)
    expect(record.textContent).toBe('TitleField fetchEntityRecord postType/post 7 · not known yet')
  })

  it('show records and lists with what is fresh, edited and on screen, and invalidate one of them', async () => {
    const { tools, open } = await openApplication()
    open('Records')
    const records = await tools.findByRole('region', { name: 'Records 2' })
    const [seven, eight] = within(records).getAllByRole('listitem')
    expect(seven?.textContent).toMatch(/^postType\/post 7 Seven.*fresh.*on screen/)
    expect(eight?.textContent).toMatch(/^postType\/post 8 Eight.*fresh/)
    expect(tools.getByRole('region', { name: 'Lists 1' }).textContent).toContain('2 of 2 rows')

    act(() => store.dispatch(editEntityRecord('postType', 'post', 7, { title: 'Changed' })))
    await waitFor(() => expect(seven?.textContent).toContain('edited'))
    const asked = site.requests.length
    fireEvent.click(tools.getByRole('button', { name: 'Invalidate postType/post 7' }))
    await waitFor(() => expect(site.requests.length).toBeGreaterThan(asked))
    await waitFor(() => expect(seven?.textContent).toContain('fresh'))
  })

  it('show what is edited, from what to what, discard it and save it', async () => {
    const { tools, open } = await openApplication()
    open('Edits')
    await store.dispatch(fetchEntityRecord('postType', 'post', 7))
    await act(async () => void store.dispatch(editEntityRecord('postType', 'post', 7, { title: 'One' })))
    await waitFor(() => expect(tools.getByText(/^title:/).textContent).toBe('title: Seven → One'))
    fireEvent.click(tools.getByRole('button', { name: 'Discard the edits of postType/post 7' }))
    await tools.findByText('Nothing is edited.')

    await act(async () => void store.dispatch(editEntityRecord('postType', 'post', 7, { title: 'Two' })))
    site.fail('PUT /wp/v2/posts/7', { status: 503, code: 'busy', message: 'Too busy.' })
    fireEvent.click(await tools.findByRole('button', { name: 'Save postType/post 7' }))
    expect((await tools.findByText('Too busy.')).closest('li')?.textContent).toContain('save postType/post 7')
    fireEvent.click(tools.getByRole('button', { name: 'Save postType/post 7' }))
    await tools.findByText('Nothing is edited.')
  })

  it('show reads that failed, and ask them again', async () => {
    site.fail('GET /wp/v2/posts/8', { status: 404, code: 'rest_gone', message: 'Not there.' })
    const { tools, open } = await openApplication()
    await waitFor(() => expect(site.requests.length).toBeGreaterThan(1))
    await act(() =>
      store
        .dispatch(fetchEntityRecord('postType', 'post', 8, { context: 'view' }, { force: true }))
        .catch(() => null),
    )
    open('Reads')
    const failed = (await tools.findByText('Not there.')).closest('li') as HTMLElement
    fireEvent.click(
      within(failed).getByRole('button', { name: /^Read again: fetchEntityRecord postType\/post 8/ }),
    )
    await waitFor(() => expect(failed.textContent).toContain('success'))
  })

  it('show what the user may do', async () => {
    const { tools, open } = await openApplication()
    open('Permissions')
    const row = await waitFor(() => tools.getByRole('row', { name: /^postType\/post\/7/ }))
    expect(row.textContent).toMatch(/^postType\/post\/7(yes|no|unknown){4}$/)
  })

  it('let the server fail, and say so beside the request', async () => {
    const { tools } = await openApplication()
    await tools.findByText(/fetchEntityRecord postType\/post 7/)
    fireEvent.click(tools.getByRole('radio', { name: 'Offline' }))
    const ask = () => store.dispatch(fetchEntityRecord('postType', 'post', 7, undefined, { force: true }))
    await act(() => expect(ask()).rejects.toMatchObject({ code: 'offline_error' }))
    await tools.findByText('simulated: offline')
    fireEvent.click(tools.getByRole('radio', { name: 'As it is' }))
    await act(async () => expect((await ask())?.id).toBe(7))
  })

  it('count the renders of each component once, however many hooks it has and in StrictMode', async () => {
    render(
      <StrictMode>
        <EntityStoreProvider store={store}>
          <Titles />
          <TitleField id={7} />
          <CopydeskDevtools initialIsOpen />
        </EntityStoreProvider>
      </StrictMode>,
    )
    const tools = await devtools()
    await waitFor(() => expect(document.querySelector('input')?.value).toBe('Seven'))
    fireEvent.click(tools.getByRole('tab', { name: 'Renders' }))
    fireEvent.click(tools.getByRole('checkbox', { name: /^Count renders/ }))
    await act(async () => void store.dispatch(editEntityRecord('postType', 'post', 7, { title: 'A' })))
    await act(async () => void store.dispatch(editEntityRecord('postType', 'post', 7, { title: 'AB' })))
    await waitFor(() =>
      expect(tools.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
        'ComponentRenders',
        'TitleField2',
      ]),
    )
  })

  it('count a component that says by itself when it renders', async () => {
    const shown: (() => void)[] = []
    function Plain({ text }: { text: string }) {
      const ref = useRenders<HTMLElement>('Plain')
      useEffect(() => void shown.push(() => undefined))
      return <b ref={ref}>{text}</b>
    }
    const page = (text: string) => (
      <EntityStoreProvider store={store}>
        <Plain text={text} />
        <CopydeskDevtools initialIsOpen />
      </EntityStoreProvider>
    )
    const { rerender } = render(page('one'))
    const tools = await devtools()
    fireEvent.click(tools.getByRole('tab', { name: 'Renders' }))
    fireEvent.click(tools.getByRole('checkbox', { name: /^Count renders/ }))
    rerender(page('two'))
    rerender(page('three'))
    await tools.findByRole('row', { name: 'Plain 2' })
    expect(shown).toHaveLength(3)
  })

  it('keep their keys from the shortcuts of the page, and their styles to themselves under a nonce', async () => {
    const onKey = vi.fn()
    document.addEventListener('keydown', onKey)
    const { tools } = await openApplication({ nonce: 'abc' })
    fireEvent.keyDown(tools.getByRole('tab', { name: 'State' }), { key: 's' })
    document.removeEventListener('keydown', onKey)
    expect(onKey).not.toHaveBeenCalled()
    expect(document.querySelectorAll('style[nonce]')).toHaveLength(0)
    const style = document.querySelector('[data-copydesk-devtools]')?.shadowRoot?.querySelector('style')
    expect(style?.getAttribute('nonce')).toBe('abc')
  })

  it('go from tab to tab by arrow keys', async () => {
    const { tools } = await openApplication()
    fireEvent.keyDown(tools.getByRole('tab', { name: 'Requests' }), { key: 'ArrowRight' })
    expect(tools.getByRole('tab', { name: 'Records' }).getAttribute('aria-selected')).toBe('true')
    fireEvent.keyDown(tools.getByRole('tab', { name: 'Records' }), { key: 'End' })
    expect(tools.getByRole('tab', { name: 'State' }).getAttribute('aria-selected')).toBe('true')
    fireEvent.keyDown(tools.getByRole('tab', { name: 'State' }), { key: 'ArrowRight' })
    expect(tools.getByRole('tab', { name: 'Requests' }).getAttribute('aria-selected')).toBe('true')
  })
})

describe('The panel in a page of one’s own', () => {
  it('shows what was recorded from the beginning, and what was sent past the store', async () => {
    const made = createDevtools()
    const fetcher = made.watch(site.as('administrator'))
    await fetcher({ path: '/wp/v2/users/me' })
    const early = createEntityStore({ fetcher, devTools: false, plugins: [made.plugin] })
    await early.dispatch(fetchEntityRecord('postType', 'post', 7))
    render(<CopydeskDevtoolsPanel store={early} style={{ height: 300 }} />)
    const tools = await devtools()
    const requests = within(tools.getByRole('region', { name: /^Requests/ }))
    const lines = requests.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines.filter((line) => line?.includes('/wp/v2/users/me'))).toHaveLength(1)
    expect(lines.filter((line) => line?.includes('/wp/v2/posts/7'))).toHaveLength(1)
  })

  it('asks for a store where there is none', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => render(<CopydeskDevtoolsPanel />)).toThrow(/No entity store was found/)
    log.mockRestore()
  })
})

describe('A fetcher that pages by itself', () => {
  it.each([
    ['without devtools', () => ({ plugins: [], watch: (fetcher: Fetcher) => fetcher })],
    [
      'with devtools',
      () => {
        const { plugin, watch } = createDevtools()
        return { plugins: [plugin], watch }
      },
    ],
  ])('is asked for a whole list at once, %s', async (title, make) => {
    const { plugins, watch } = make()
    const paths: string[] = []
    const paging = Object.assign(
      ({ path = '' }: FetchRequest) => {
        paths.push(path)
        return Promise.resolve({ status: 200, headers: new Headers(), data: [{ id: 1, name: 'Ada' }] })
      },
      { pagesItself: true },
    )
    const store = createEntityStore({ fetcher: watch(paging), devTools: false, plugins })
    await store.dispatch(fetchEntityRecords('root', 'user', { per_page: -1 }))
    expect(
      paths.map((path) => new URLSearchParams(path.split('?')[1]).get('per_page')),
      title,
    ).toEqual(['-1'])
  })
})

describe('A store without devtools', () => {
  it('hands its requests to its fetcher as they are', async () => {
    const fetcher = vi.fn(createRestFetcher({ root: 'https://example.org/wp-json/' }))
    fetcher.mockResolvedValue({ status: 200, headers: new Headers(), data: { id: 1, name: 'Ada' } })
    const plain = createEntityStore({ fetcher, devTools: false })
    await plain.dispatch(fetchEntityRecord('root', 'user', 1))
    expect(plain.inspection).toEqual({})
    expect(fetcher).toHaveBeenCalledTimes(1)
  })
})
