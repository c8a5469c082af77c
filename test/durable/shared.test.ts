import {
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  loadEntityConfigs,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  type EntityId,
} from 'copydesk'
import { createEntityRecord, memoryStorage, type DurableStorage } from 'copydesk/durable'
import { structuredCodec, type SyncOptions } from 'copydesk/sync'
import { createMockSite, type MockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { owner, person } from '../support/person'
import { newDevice } from '../sync/desk'
import { Network } from '../sync/network'
import { until } from '../support/until'

/** A site with a post, a browser that keeps edits, and the network between those who share records. */
function openRoom() {
  const site = createMockSite({
    users: [{ id: 1, username: 'ada', role: 'administrator' }],
    posts: [{ id: 11, title: 'One', content: 'Hello', status: 'draft' }],
  })
  return { site, storage: memoryStorage(), network: new Network(), device: newDevice() }
}

interface PersonOptions {
  readonly place?: string
  /** Who keeps edits there, as the site knows them. Default: somebody whom it does not know. */
  readonly user?: number
  /** The page in which edits are kept; none for a person who keeps nothing. */
  readonly page?: DurableStorage | false
  readonly sync?: Partial<SyncOptions> | false
}

/** Somebody at the post, or another tab. */
async function openPerson(
  { site, network, device }: { site: MockSite; network: Network; device: ReturnType<typeof newDevice> },
  { place = 'here', user, page = false, sync = {} }: PersonOptions = {},
) {
  const persistence = place === 'here' ? device : false
  const made = person({
    site,
    durability: { owner: { ...owner, user: user ?? place }, storage: page },
    ...(sync && { sync: { transports: [network.transport(place)], persistence, ...sync } }),
    store: { collectAfter: false },
  })
  const { store, durability, sync: shared } = made
  await durability.ready
  await store.dispatch(loadEntityConfigs('postType'))
  return {
    store,
    durability,
    sync: shared,
    read: (id: EntityId = 11) =>
      store.dispatch(fetchEntityRecord('postType', 'post', id, undefined, { force: true })),
    edit: (edits: object, id: EntityId = 11) =>
      store.dispatch(editEntityRecord<string, string>('postType', 'post', id, edits)),
    save: (id: EntityId = 11) => store.dispatch(saveEditedEntityRecord('postType', 'post', id)),
    field: (field: string, id: EntityId = 11) =>
      selectEditedEntityRecord<string, string>(store.getState(), 'postType', 'post', id)?.[field],
    document: (id: EntityId = 11) => shared.documentStatus('postType', 'post', id),
  }
}

type Room = ReturnType<typeof openRoom>

const keptEdits = ({ storage }: Room) => storage.rows().filter(({ store }) => store === 'edits')

describe('What was edited before a record was shared', () => {
  it('is handed over: kept until its document keeps it, and in one place from then on', async () => {
    const room = openRoom()
    const page = room.storage.tab()
    const first = await openPerson(room, { page, sync: false })
    await first.read()
    first.edit({ content: 'Hello world' })
    await first.durability.flush()
    page.kill()
    const next = page.reload()
    const person = await openPerson(room, { page: next })
    expect(keptEdits(room)).toHaveLength(1)
    await person.read()
    await until(() => person.document() === 'kept')
    await until(() => keptEdits(room).length === 0)
    expect(person.field('content')).toBe('Hello world')
    // A colleague goes on with it, then this page dies and comes back.
    const colleague = await openPerson(room, { place: 'there' })
    await colleague.read()
    await until(() => colleague.field('content') === 'Hello world')
    person.edit({ excerpt: 'Mine' })
    person.sync.flush()
    await person.durability.flush()
    expect(keptEdits(room)).toEqual([])
    await person.sync.close()
    next.kill()
    colleague.edit({ content: 'Hello world, again' })
    colleague.sync.flush()
    const again = await openPerson(room, { page: next.reload() })
    await again.read()
    await until(() => again.document() === 'kept' && again.field('excerpt') === 'Mine')
    expect([again.field('content'), colleague.field('content')]).toEqual([
      'Hello world, again',
      'Hello world, again',
    ])
    for (const { sync } of [colleague, again]) await sync.close()
  })

  it('stays kept while the document is being opened, and where this device keeps none', async () => {
    const neverReady = () => ({
      ready: new Promise<void>(() => undefined),
      on: () => () => undefined,
      destroy: () => undefined,
    })
    for (const sync of [{ transports: [neverReady] }, { persistence: false as const }]) {
      const room = openRoom()
      const page = room.storage.tab()
      const person = await openPerson(room, { page, sync })
      await person.read()
      await until(() => person.document() === ('persistence' in sync ? 'open' : 'opening'))
      person.edit({ title: 'Typed' })
      await person.durability.flush()
      expect(keptEdits(room)).toHaveLength(1)
      page.kill()
      const again = await openPerson(room, { page: page.reload(), sync: false })
      expect(again.field('title')).toBe('Typed')
    }
  })

  it.each(
    [undefined, structuredCodec()].flatMap((codec) =>
      [
        ['Hello world', 'Hello world, again', 'Hello world, again'],
        ['Hello world', 'Hello brave world', 'Hello brave world'],
        ['Oh Hello', 'Oh Hello you', 'Oh Hello you'],
        ['Hello world', 'Hello', 'Hello'],
      ].map(([mine = '', theirs = '', both = '']) => ({
        name: codec?.name ?? 'plain',
        codec,
        mine,
        theirs,
        both,
      })),
    ),
  )(
    'is there once where this device keeps no documents: $mine, of which others have made $theirs ($name)',
    async ({ codec, mine, theirs, both }) => {
      const room = openRoom()
      const page = room.storage.tab()
      const sync = { persistence: false as const, ...(codec && { codec }) }
      const person = await openPerson(room, { page, sync })
      await person.read()
      const colleague = await openPerson(room, { place: 'there', sync })
      await colleague.read()
      person.edit({ content: mine, excerpt: 'Mine' })
      person.sync.flush()
      await until(() => colleague.field('content') === mine)
      await person.durability.flush()
      await person.sync.close()
      page.kill()
      colleague.edit({ content: theirs })
      colleague.sync.flush()
      const again = await openPerson(room, { page: page.reload(), sync })
      expect(again.field('excerpt')).toBe('Mine')
      await again.read()
      await until(() => again.document() === 'open')
      again.edit({ title: 'Together' })
      again.sync.flush()
      await until(() => colleague.field('title') === 'Together')
      colleague.edit({ title: 'And back' })
      colleague.sync.flush()
      await until(() => again.field('title') === 'And back')
      expect([again.field('content'), colleague.field('content')]).toEqual([both, both])
      for (const { sync: shared } of [colleague, again]) await shared.close()
    },
  )

  it('is kept again when the record is left with edits', async () => {
    const room = openRoom()
    const person = await openPerson(room, { page: room.storage.tab() })
    await person.read()
    await until(() => person.document() === 'kept')
    person.edit({ title: 'Shared' })
    await person.durability.flush()
    expect(keptEdits(room)).toEqual([])
    await person.sync.close()
    await person.durability.flush()
    expect(keptEdits(room)).toHaveLength(1)
  })

  it('is checked and kept where the document fails', async () => {
    const room = openRoom()
    const failing = () => {
      throw new Error('No such transport')
    }
    const person = await openPerson(room, {
      page: room.storage.tab(),
      sync: { codec: { name: 'broken' } as never, transports: [failing] },
    })
    await person.read()
    await until(() => person.document() === 'failed')
    person.edit({ title: 'Mine' })
    await person.durability.flush()
    expect(keptEdits(room)).toHaveLength(1)
    room.site.clearRequests()
    await person.save()
    expect(room.site.requests.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  })
})

describe('A save that has waited while its record came to be shared', () => {
  async function queuedBefore(edits: object, theirs: object) {
    const room = openRoom()
    const page = room.storage.tab()
    const first = await openPerson(room, { page, user: 1, sync: false })
    await first.read()
    room.storage.setOnline(false)
    first.edit(edits)
    await first.save()
    await first.durability.flush()
    page.kill()
    const ada = room.site.as('ada')
    await ada({ path: '/wp/v2/posts/11', method: 'PUT', data: theirs })
    const person = await openPerson(room, { page: page.reload(), user: 1 })
    await until(() => person.durability.queue.entries().length === 1)
    await person.read()
    await until(() => ['open', 'kept'].includes(String(person.document())))
    room.storage.setOnline(true)
    const saved = async () => {
      const { data } = await ada({ path: '/wp/v2/posts/11?context=edit' })
      const { title, excerpt } = data as Record<'title' | 'excerpt', { raw: string }>
      return [title.raw, excerpt.raw]
    }
    return { person, queue: person.durability.queue, saved }
  }

  it('is compared with what others have saved, as nobody else has its document to merge it with', async () => {
    const { person, queue, saved } = await queuedBefore({ title: 'Queued' }, { title: 'Theirs' })
    await until(() => queue.entries()[0]?.state === 'held')
    expect(queue.entries()).toMatchObject([
      { conflict: { fields: { title: { base: 'One', mine: 'Queued', theirs: 'Theirs' } } } },
    ])
    expect(await saved()).toEqual(['Theirs', ''])
    await person.sync.close()
  })

  it('goes together with other fields that they have saved', async () => {
    const { person, queue, saved } = await queuedBefore({ title: 'Queued' }, { excerpt: 'Theirs' })
    await queue.whenEmpty()
    expect(await saved()).toEqual(['Queued', 'Theirs'])
    expect([person.field('title'), person.field('excerpt')]).toEqual(['Queued', 'Theirs'])
    await person.sync.close()
  })
})

describe('A draft that others are to share', () => {
  it('has no room until the server has given its id, and then what was typed meanwhile is there', async () => {
    const room = openRoom()
    const person = await openPerson(room, { page: room.storage.tab() })
    const draft = person.store.dispatch(createEntityRecord('postType', 'post', { title: 'New' }))
    const leave = person.sync.open('postType', 'post', draft)
    person.edit({ excerpt: 'Before' }, draft)
    expect(person.document(draft)).toBeUndefined()
    expect(room.network.members).toEqual([])
    const held = room.site.hold('POST /wp/v2/posts')
    const saved = person.save(draft)
    await until(() => held.waiting.length === 1)
    person.edit({ excerpt: 'Meanwhile' }, draft)
    held.end()
    const made = (await saved) as { id: number }
    await until(() => person.document(draft) === 'kept')
    expect(person.document(made.id)).toBe('kept')
    const colleague = await openPerson(room, { place: 'there' })
    await colleague.read(made.id)
    await until(() => colleague.field('excerpt', made.id) === 'Meanwhile')
    colleague.edit({ excerpt: 'Answered' }, made.id)
    colleague.sync.flush()
    await until(() => person.field('excerpt', draft) === 'Answered')
    expect(
      keptEdits(room)
        .map(({ value }) => String(value))
        .join(),
    ).not.toContain('Meanwhile')
    leave()
    for (const { sync } of [person, colleague]) await sync.close()
  })

  it('that is given up has none, whatever comes', async () => {
    const room = openRoom()
    const person = await openPerson(room)
    const draft = person.store.dispatch(createEntityRecord('postType', 'post', { title: 'New' }))
    await person.store.dispatch(deleteEntityRecord('postType', 'post', draft))
    await person.read()
    await until(() => person.document() === 'kept')
    expect(room.network.members).toHaveLength(1)
    expect(person.document(draft)).toBeUndefined()
  })
})

describe('Edits that were shared, where this device keeps no documents', () => {
  const codecs = [undefined, structuredCodec()].map((codec) => ({ name: codec?.name ?? 'plain', codec }))
  /** By the plain codec the text is one value: that of who changed it last. */
  const byCodec = (codec: unknown, merged: string, last: string) => {
    const text = codec ? merged : last
    return [text, text]
  }

  /** Two at a post, one of whom has typed something and goes; what both have then, and what comes of it. */
  async function openPair(codec: ReturnType<typeof structuredCodec> | undefined) {
    const room = openRoom()
    const page = room.storage.tab()
    const sync = { persistence: false as const, ...(codec && { codec }) }
    const person = await openPerson(room, { page, sync })
    await person.read()
    const colleague = await openPerson(room, { place: 'there', sync })
    await colleague.read()
    await until(() => person.document() === 'open' && colleague.document() === 'open')
    const leave = async () => {
      await person.durability.flush()
      await person.sync.close()
      page.kill()
    }
    /** The person is back in the tab; resolves with what each has as the text when each has heard the other. */
    const comeBack = async (typed?: object) => {
      const again = await openPerson(room, { page: page.reload(), sync })
      if (typed) again.edit(typed)
      await again.read()
      await until(() => again.document() === 'open')
      again.edit({ title: 'Together' })
      again.sync.flush()
      await until(() => colleague.field('title') === 'Together')
      colleague.edit({ title: 'And back' })
      colleague.sync.flush()
      await until(() => again.field('title') === 'And back')
      const both = [again.field('content'), colleague.field('content')]
      for (const { sync: shared } of [colleague, again]) await shared.close()
      return both
    }
    const write = async (content: string) => {
      colleague.edit({ content })
      colleague.sync.flush()
    }
    return { room, person, colleague, leave, comeBack, write }
  }

  it.each(codecs)('are gone where a colleague who had them took them out ($name)', async ({ codec }) => {
    const { person, colleague, leave, write, comeBack } = await openPair(codec)
    person.edit({ content: 'Hello world' })
    person.sync.flush()
    await until(() => colleague.field('content') === 'Hello world')
    await leave()
    await write('Hello')
    expect(await comeBack()).toEqual(['Hello', 'Hello'])
  })

  it.each(codecs)('stay where no colleague ever had them ($name)', async ({ codec }) => {
    const { room, person, leave, write, comeBack } = await openPair(codec)
    room.network.setOnline('here', false)
    person.edit({ content: 'Hello world' })
    person.sync.flush()
    await leave()
    room.network.setOnline('here', true)
    await write('Oh Hello')
    expect(await comeBack()).toEqual(byCodec(codec, 'Oh Hello world', 'Hello world'))
  })

  it.each(codecs)(
    'give words back whose deletion no colleague has heard of: of the rest nobody knows what they had ($name)',
    async ({ codec }) => {
      const { room, person, colleague, leave, write, comeBack } = await openPair(codec)
      person.edit({ content: 'Hello big world' })
      person.sync.flush()
      await until(() => colleague.field('content') === 'Hello big world')
      room.network.setOnline('here', false)
      person.edit({ content: 'Hello world' })
      person.sync.flush()
      await leave()
      room.network.setOnline('here', true)
      await write('Oh Hello big world')
      expect(await comeBack()).toEqual(['Oh Hello big world', 'Oh Hello big world'])
    },
  )

  it.each(codecs)('leave what a colleague has saved since as it is ($name)', async ({ codec }) => {
    const { person, colleague, leave, write, comeBack } = await openPair(codec)
    person.edit({ content: 'Hello world' })
    person.sync.flush()
    await until(() => colleague.field('content') === 'Hello world')
    await leave()
    await write('Hello world, again')
    await colleague.save()
    expect(await comeBack()).toEqual(['Hello world, again', 'Hello world, again'])
  })

  it.each(codecs)(
    'go together with what is typed before the document is there ($name)',
    async ({ codec }) => {
      const { person, colleague, leave, write, comeBack } = await openPair(codec)
      person.edit({ content: 'Hello brave world' })
      person.sync.flush()
      await until(() => colleague.field('content') === 'Hello brave world')
      await leave()
      await write('Hello world')
      expect(await comeBack({ content: 'Hello brave world!' })).toEqual(
        byCodec(codec, 'Hello world!', 'Hello brave world!'),
      )
    },
  )
})
