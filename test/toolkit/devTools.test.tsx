import { act, render } from '@testing-library/react'
import {
  createEntityStore,
  editEntityBlocks,
  editEntityRecord,
  receiveEntityRecords,
  selectDirtyEntityRecords,
  selectEntityBlocks,
  selectEntityConfig,
  selectEntityRecord,
  type ContentBlock,
  type EntityConfig,
} from 'copydesk'
import { EntityStoreProvider, useEntityRecord, useEntityRecords, useUndo } from 'copydesk/react'
import { createSync, syncOf } from 'copydesk/sync'
import { describe, expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'
import { ActionCreators, instrument, liftedStore, type LiftedState } from './libraries'

const posts: EntityConfig = {
  kind: 'postType',
  name: 'post',
  baseURL: '/wp/v2/posts',
  rawAttributes: ['title', 'content'],
  transientEdits: { blocks: { of: 'content' }, selection: true },
  getTitle: ({ id }) => `My post ${String(id)}`,
}

const codec = {
  parse: (content: string): readonly ContentBlock[] =>
    content.split('\n').map((text) => ({ name: 'core/text', attributes: { text }, innerBlocks: [] })),
  serialize: (blocks: readonly ContentBlock[]) => blocks.map(({ attributes }) => attributes.text).join('\n'),
}

function setUp() {
  const server = fakeServer(() => new Promise(() => undefined))
  const store = createEntityStore({
    fetcher: server.fetcher,
    devTools: false,
    enhancers: [instrument()],
    entities: [posts],
    blocks: codec,
    experimentalSync: createSync({ transports: [], isShared: () => false }),
  })
  store.dispatch(receiveEntityRecords('postType', 'post', [post(1), post(2)], { per_page: 2 }))
  const devTools = liftedStore(store)
  const edit = (id: number, title: string) =>
    act(() => store.dispatch(editEntityRecord('postType', 'post', id, { title })))
  /** Goes to a state that there was. */
  const jump = (index: number) => act(() => void devTools.dispatch(ActionCreators.jumpToState(index)))
  const now = () => devTools.getState().currentStateIndex
  /** Takes the whole history out and in again, as people do with a file. */
  const exportAndImport = () => {
    const file = JSON.stringify(devTools.getState())
    act(() => void devTools.dispatch(ActionCreators.importState(JSON.parse(file) as LiftedState)))
  }
  const title = (id: number) =>
    selectDirtyEntityRecords(store.getState()).find(({ key }) => key === id)?.title
  return { store, server, devTools, edit, jump, now, exportAndImport, title }
}

/** Components that say when they render. */
function shown({ store }: ReturnType<typeof setUp>) {
  const rendered: string[] = []
  function One({ id }: { id: number }) {
    const { editedRecord } = useEntityRecord('postType', 'post', id)
    rendered.push(`${id} ${JSON.stringify(editedRecord?.title)}`)
    return null
  }
  function List() {
    const { records } = useEntityRecords('postType', 'post', { per_page: 2 })
    rendered.push(`list ${records?.length}`)
    return null
  }
  function Undo() {
    const { hasUndo } = useUndo()
    rendered.push(`undo ${hasUndo}`)
    return null
  }
  render(
    <EntityStoreProvider store={store}>
      <One id={1} />
      <One id={2} />
      <List />
      <Undo />
    </EntityStoreProvider>,
  )
  rendered.length = 0
  return rendered
}

describe('Time travel in DevTools', () => {
  it('renders exactly what shows something else then', () => {
    const setup = setUp()
    const rendered = shown(setup)
    setup.edit(1, 'A')
    const first = setup.now()
    setup.edit(1, 'B')
    setup.edit(2, 'C')
    rendered.length = 0
    setup.jump(first)
    expect(rendered.sort()).toEqual(['1 "A"', '2 "Post 2"'])
    rendered.length = 0
    setup.jump(first - 1)
    expect(rendered.sort()).toEqual(['1 "Post 1"', 'undo false'])
    rendered.length = 0
    setup.jump(first - 1)
    expect(rendered).toEqual([])
  })

  it('leaves an action out and puts it in again', () => {
    const setup = setUp()
    const rendered = shown(setup)
    setup.edit(1, 'A')
    setup.edit(2, 'C')
    const last = setup.now()
    rendered.length = 0
    act(() => void setup.devTools.dispatch(ActionCreators.toggleAction(last)))
    expect(rendered).toEqual(['2 "Post 2"'])
    act(() => void setup.devTools.dispatch(ActionCreators.toggleAction(last)))
    expect(rendered).toEqual(['2 "Post 2"', '2 "C"'])
  })
})

describe('A history that DevTools import', () => {
  it('renders once what shows its objects, which are new ones, and goes on as before', () => {
    const setup = setUp()
    const rendered = shown(setup)
    setup.edit(1, 'A')
    rendered.length = 0
    setup.exportAndImport()
    expect(rendered.sort()).toEqual(['1 "A"', '2 "Post 2"', 'list 2'])
    rendered.length = 0
    setup.edit(2, 'B')
    expect(rendered).toEqual(['2 "B"'])
  })

  it('loses no function of an entity', () => {
    const setup = setUp()
    const whole = () => selectEntityConfig(setup.store.getState(), 'postType', 'post')
    const before = whole()
    setup.edit(1, 'A')
    expect(setup.title(1)).toBe('My post 1')
    setup.exportAndImport()
    expect(setup.title(1)).toBe('My post 1')
    expect(whole()).toBe(before)
    setup.jump(1)
    expect(whole()?.getTitle?.({ id: 7 })).toBe('My post 7')
  })

  it('loses no codec', () => {
    const setup = setUp()
    setup.exportAndImport()
    const { store } = setup
    const blocks = selectEntityBlocks(store.getState(), 'postType', 'post', 1)
    expect(blocks).toHaveLength(1)
    act(() =>
      store.dispatch(editEntityBlocks('postType', 'post', 1, [...(blocks ?? []), ...codec.parse('More')])),
    )
    expect(selectEntityBlocks(store.getState(), 'postType', 'post', 1)).toHaveLength(2)
  })

  it('loses no collaboration', () => {
    const setup = setUp()
    const before = syncOf(setup.store)
    expect(before).toBeDefined()
    setup.exportAndImport()
    expect(syncOf(setup.store)).toBe(before)
  })

  it('of a longer session is older than what is asked from now on', () => {
    const long = setUp()
    for (let at = 0; at < 30; at++)
      long.store.dispatch(receiveEntityRecords('postType', 'post', post(1, { slug: `slug-${at}` })))
    const file = JSON.stringify(long.devTools.getState())
    const { store, devTools } = setUp()
    devTools.dispatch(ActionCreators.importState(JSON.parse(file) as LiftedState))
    store.dispatch(receiveEntityRecords('postType', 'post', post(1, { slug: 'newest' })))
    expect(selectEntityRecord(store.getState(), 'postType', 'post', 1)?.slug).toBe('newest')
  })
})
