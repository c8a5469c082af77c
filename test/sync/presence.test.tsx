import { act, cleanup, render, screen } from '@testing-library/react'
import { Awareness } from 'y-protocols/awareness'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as Y from 'yjs'
import { EntityStoreProvider } from 'copydesk/react'
import { plainCodec, useCollaborators, useSyncStatus, type SyncStatus, type Transport } from 'copydesk/sync'
import { createEntityStore, fetchCurrentUser, type ContentBlock, type Fetcher } from 'copydesk'
import { lines, openDesk, settled, Site, type Desk, type DeskOptions } from './desk'
import { Network } from './network'
import { loadCollaboration } from '../support/loadCollaboration'
import { passes } from '../support/until'

const desks: Desk[] = []

beforeAll(loadCollaboration)

afterEach(async () => {
  cleanup()
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

async function join(network: Network, place: string, site: Site, options: DeskOptions = {}): Promise<Desk> {
  const desk = openDesk(network, { site, place, user: { name: place }, ...options })
  desks.push(desk)
  await desk.read()
  await passes(() => expect(desk.status()?.status).toBe('connected'))
  await settled(desk)
  return desk
}

describe('who is at a record', () => {
  it('is told with name and avatar, and until they leave', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, 'ann', site)
    const user = { id: 2, name: 'Ben', avatarUrl: 'ben.png' }
    const ben = await join(network, 'ben', site, { user })
    expect(ann.collaborators().map((one) => one.user)).toEqual([user])
    expect(ben.collaborators().map((one) => one.user.name)).toEqual(['ann'])
    await ben.sync.close()
    expect(ann.collaborators()).toEqual([])
  })

  it('is told anew once it is known who the user is, and once', async () => {
    const [network, site] = [new Network(), new Site()]
    const ben = await join(network, 'ben', site)
    const fetcher: Fetcher = (request) =>
      request.path?.includes('/users/me')
        ? Promise.resolve({ status: 200, headers: { get: () => null }, data: { id: 7, name: 'Ann' } })
        : site.fetcher(request)
    const told = vi.fn()
    const transport: Transport = (input) => {
      input.awareness.on('update', told)
      return network.transport('ann')(input)
    }
    const ann = await join(network, 'ann', site, { user: () => undefined, fetcher, transports: [transport] })
    expect(ben.collaborators().map(({ user }) => user)).toEqual([{ name: '' }])
    told.mockClear()
    await ann.store.dispatch(fetchCurrentUser())
    expect(ben.collaborators().map(({ user }) => user)).toEqual([{ id: 7, name: 'Ann' }])
    await ann.read(true)
    ann.edit({ title: 'Night' })
    await settled(ann, ben)
    expect(told).toHaveBeenCalledTimes(1)
  })

  it('stays the same array while it says the same', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, 'ann', site)
    await join(network, 'ben', site)
    const before = ann.collaborators()
    ann.edit({ title: 'Night' })
    await settled(ann)
    expect(ann.collaborators()).toBe(before)
  })

  it('is told with a cursor that keeps its place while others write before it', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, 'ann', site)
    const ben = await join(network, 'ben', site)
    ben.sync.setCursor('postType', 'post', 1, { field: 'content', anchor: 4, head: 7 })
    expect(ann.collaborators()[0]?.cursor).toEqual({ field: 'content', anchor: 4, head: 7 })
    ann.edit({ content: 'Zero, one two three' })
    await settled(ann, ben)
    expect(ann.collaborators()[0]?.cursor).toEqual({ field: 'content', anchor: 10, head: 13 })
    ben.sync.setCursor('postType', 'post', 1, undefined)
    await passes(() => expect(ann.collaborators()[0]?.cursor).toBeUndefined())
  })

  it('is told with the block that the cursor is in, by the id that the block has here', async () => {
    const [network, site] = [new Network(), new Site()]
    site.save({ content: 'One\nTwo' })
    const ann = await join(network, 'ann', site, { blocks: lines() })
    const ben = await join(network, 'ben', site, { blocks: lines() })
    const place = { field: 'blocks', block: ben.blocks()[1]!.clientId!, attribute: 'content' }
    ben.sync.setCursor('postType', 'post', 1, { ...place, anchor: 2 })
    expect(ann.collaborators()[0]?.cursor).toEqual({
      ...place,
      block: ann.blocks()[1]?.clientId,
      anchor: 2,
      head: 2,
    })
  })

  it('is told with the block that the cursor is in once the text was made blocks of again, edited or not', async () => {
    const [network, site] = [new Network(), new Site()]
    site.save({ content: 'One\nTwo' })
    const ann = await join(network, 'ann', site, { blocks: lines() })
    const ben = await join(network, 'ben', site, { blocks: lines() })
    site.save({ content: 'Zero\nOne again\nTwo' })
    await ann.read(true)
    await ben.read(true)
    await settled(ann, ben)
    const ownBlock = (desk: Desk) => ({
      field: 'blocks',
      block: desk.blocks()[1]!.clientId!,
      attribute: 'content',
    })
    ben.sync.setCursor('postType', 'post', 1, { ...ownBlock(ben), anchor: 2 })
    expect(ann.collaborators()[0]?.cursor).toEqual({ ...ownBlock(ann), anchor: 2, head: 2 })
    const [first, second, third] = ben.blocks() as ContentBlock[]
    const edited = { ...second!, attributes: { content: 'One again, twice' } }
    ben.editBlocks([first!, edited, third!])
    await settled(ben, ann)
    await passes(() => {
      ben.sync.setCursor('postType', 'post', 1, { ...ownBlock(ben), anchor: 4 })
      expect(ann.blocks()[1]?.attributes.content).toBe('One again, twice')
      expect(ann.collaborators()[0]?.cursor).toEqual({ ...ownBlock(ann), anchor: 4, head: 4 })
    })
  })

  it('is told with the field alone where the field is no shared text', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, 'ann', site, { codec: plainCodec })
    const ben = await join(network, 'ben', site, { codec: plainCodec })
    ben.sync.setCursor('postType', 'post', 1, { field: 'status' })
    expect(ann.collaborators()[0]?.cursor).toEqual({ field: 'status' })
  })
})

describe('a presence of no known form', () => {
  it.each([
    [
      'a cursor that Yjs cannot read',
      { user: { name: 'Eve' }, cursor: { field: 'title', anchor: {}, head: {} } },
    ],
    ['a cursor of other types', { user: { name: 'Eve' }, cursor: { field: 7, anchor: 'x' } }],
    [
      'places that are no numbers',
      { user: { name: 'Eve' }, cursor: { field: 'title', anchor: 'x', head: [] } },
    ],
    ['a user without a name', { user: {} }],
    ['a user of other types', { user: { id: {}, name: 7, avatarUrl: ['x'] } }],
    ['nothing', {}],
    ['information of other types', { collaboratorInfo: { id: [], name: {}, avatar_urls: 'x' } }],
  ])('%s hurts nobody: others are seen, and their edits arrive', async (_, state) => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, 'ann', site)
    const ben = await join(network, 'ben', site)
    const evil = await intrude(network, state)
    await settled(ann, ben)
    ben.edit({ title: 'Night' })
    await settled(ann, ben)
    expect(ann.field('title')).toBe('Night')
    expect(ann.status()).toEqual({ status: 'connected' })
    const seen = ann.collaborators()
    expect(seen.map(({ user }) => user.name)).toContain('ben')
    for (const { user, cursor } of seen) {
      expect(typeof user.name).toBe('string')
      expect(['undefined', 'number', 'string']).toContain(typeof user.id)
      expect(['undefined', 'string']).toContain(typeof user.avatarUrl)
      expect(['undefined', 'number']).toContain(typeof cursor?.anchor)
    }
    void evil.destroy()
  })
})

async function intrude(network: Network, state: object) {
  const doc = new Y.Doc()
  const awareness = new Awareness(doc)
  const input = { objectType: 'postType/post', objectId: '1', doc, awareness, Y }
  const { destroy } = await network.transport('eve')({ ...input, signal: new AbortController().signal })
  awareness.setLocalState(state)
  return { destroy }
}

function Room({ onStatus }: { onStatus?: (status: SyncStatus | undefined) => void }) {
  const names = useCollaborators('postType', 'post', 1).map(({ user }) => user.name)
  const status = useSyncStatus('postType', 'post', 1)
  onStatus?.(status)
  return (
    <p>
      {status?.status ?? 'not shared'}: {names.join(', ') || 'nobody'}
    </p>
  )
}

describe('the hooks', () => {
  it('show who comes and goes, and how the connection is', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, 'ann', site)
    render(
      <EntityStoreProvider store={ann.store}>
        <Room />
      </EntityStoreProvider>,
    )
    expect(screen.getByText('connected: nobody')).toBeDefined()
    const ben = await act(() => join(network, 'ben', site))
    expect(screen.getByText('connected: ben')).toBeDefined()
    act(() => network.setOnline('ann', false))
    expect(screen.getByText('disconnected: ben')).toBeDefined()
    act(() => network.setOnline('ann', true))
    expect(screen.getByText('connected: ben')).toBeDefined()
    await act(() => ben.sync.close())
    expect(screen.getByText('connected: nobody')).toBeDefined()
  })

  it('share a record that was not read by itself, for as long as they show it', async () => {
    const [network, site] = [new Network(), new Site()]
    const desk = openDesk(network, { site })
    desks.push(desk)
    render(
      <EntityStoreProvider store={desk.store}>
        <Room />
      </EntityStoreProvider>,
    )
    expect(desk.status()?.status).toBe('connecting')
    await act(() => passes(() => expect(desk.status()?.status).toBe('connected')))
    expect(screen.getByText('connected: nobody')).toBeDefined()
  })

  it('say nothing, and ask nothing, in a store without collaboration', () => {
    const requests: string[] = []
    const store = createEntityStore({
      fetcher: ({ path = '' }) => Promise.reject(new Error(String(requests.push(path)))),
      devTools: false,
    })
    render(
      <EntityStoreProvider store={store}>
        <Room />
      </EntityStoreProvider>,
    )
    expect(screen.getByText('not shared: nobody')).toBeDefined()
    expect(requests).toEqual([])
  })
})
