import {
  editEntityBlocks,
  editEntityRecord,
  fetchEntityRecord,
  loadEntityConfigs,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  selectEntityBlocks,
  type BlockCodec,
} from 'copydesk'
import { memoryStorage, resolveConflict, selectSaveConflict, type DurableStorage } from 'copydesk/durable'
import { structuredCodec } from 'copydesk/sync'
import { createMockSite, type MockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { person } from '../support/person'
import { lines, newDevice } from '../sync/desk'
import { Network } from '../sync/network'
import { until } from '../support/until'
import { letPass, onVirtualTime, virtually } from '../support/virtualTime'

const seven = 'The bridge. The vote was 7 to 4 for the bridge.'
const nine = 'The bridge. The vote was 9 to 2 against the bridge.'

const codecs = [
  { name: 'plain', codec: undefined, hasBlocks: false },
  { name: 'structured', codec: structuredCodec(), hasBlocks: false },
  { name: 'structured, of blocks', codec: structuredCodec(), hasBlocks: true },
]
type Codec = (typeof codecs)[number]

/** A post on a site, and the network between those who share it. */
function openRoom(codec: Codec, content = 'The bridge.') {
  const site = createMockSite({
    users: [
      { id: 1, username: 'arthur', role: 'administrator' },
      { id: 2, username: 'edith', role: 'editor' },
    ],
    posts: [{ id: 11, title: 'Council', content, status: 'draft', author: 1 }],
    postMeta: { post: { mood: { default: '' } } },
  })
  return {
    site,
    network: new Network(),
    device: newDevice(),
    storage: false as false | DurableStorage,
    blocks: lines,
    ...codec,
  }
}

type Room = ReturnType<typeof openRoom>

/** What somebody does who does not work together with anybody: by REST, as wp-admin and other applications do. */
async function outside(site: MockSite, fields: object): Promise<void> {
  await site.as('edith')({ path: '/wp/v2/posts/11', method: 'PUT', data: fields })
}

async function saved(site: MockSite) {
  const { data } = await site.as('edith')({ path: '/wp/v2/posts/11?context=edit' })
  const { title, content, meta } = data as Record<'title' | 'content', { raw: string }> & {
    readonly meta: { readonly mood: string }
  }
  return { title: title.raw, content: content.raw, mood: meta.mood }
}

/** Somebody at the post, who works together with others once `share` was called. */
async function openPerson(
  { site, network, device, codec, hasBlocks, storage, blocks: makeBlocks }: Room,
  place = 'here',
  isAtOnce: boolean | 'soon' = true,
) {
  let isOn = isAtOnce !== false
  const { store, sync, durability } = person({
    site,
    currentUser: 'arthur',
    durability: { storage: place === 'here' && storage },
    sync: {
      transports: [network.transport(place)],
      persistence: place === 'here' ? device : false,
      isShared: ({ kind }) => isOn && kind === 'postType',
      ...(codec && { codec }),
    },
    store: { collectAfter: false, ...(hasBlocks && { blocks: makeBlocks() }) },
  })
  await durability.ready
  await store.dispatch(loadEntityConfigs('postType'))
  const read = () => store.dispatch(fetchEntityRecord('postType', 'post', 11, undefined, { force: true }))
  const isOpen = () => ['open', 'kept'].includes(String(sync.documentStatus('postType', 'post', 11)))
  await read()
  if (isAtOnce === true) await until(isOpen)
  return {
    sync,
    leave: async () => {
      await sync.close()
      await durability.flush()
      await durability.close()
    },
    share: async () => {
      isOn = true
      await read()
      await until(isOpen)
    },
    opened: () => until(isOpen),
    read,
    edit: ({ content, ...fields }: { readonly content?: string; readonly [field: string]: unknown }) => {
      const blocks =
        hasBlocks && content ? selectEntityBlocks(store.getState(), 'postType', 'post', 11) : undefined
      const edits = { ...fields, ...(content !== undefined && !blocks && { content }) }
      store.dispatch(editEntityRecord<string, string>('postType', 'post', 11, edits))
      const all = content?.split('\n')
      if (!blocks || !all) return
      const written = blocks.map((block, at) => ({ ...block, attributes: { content: all[at] } }))
      store.dispatch(editEntityBlocks('postType', 'post', 11, written))
    },
    /** As in a field that shows the text of the blocks. */
    editText: (content: string) =>
      void store.dispatch(editEntityRecord<string, string>('postType', 'post', 11, { content })),
    save: (isAutosave = false) =>
      store.dispatch(saveEditedEntityRecord('postType', 'post', 11, { isAutosave })),
    field: (field: string) => {
      const blocks = selectEntityBlocks(store.getState(), 'postType', 'post', 11)
      return hasBlocks && field === 'content'
        ? blocks?.map(({ attributes }) => attributes.content).join('\n')
        : selectEditedEntityRecord<string, string>(store.getState(), 'postType', 'post', 11)?.[field]
    },
    conflict: () => selectSaveConflict(store.getState(), 'postType', 'post', 11),
    choose: (choices: Parameters<typeof resolveConflict>[3]) =>
      store.dispatch(resolveConflict('postType', 'post', 11, choices)),
  }
}

type Person = Awaited<ReturnType<typeof openPerson>>

/** Lets both hear of all that the other has written until now. */
async function heard(one: Person, other: Person) {
  for (const [teller, listener, excerpt] of [
    [one, other, 'told'],
    [other, one, 'heard'],
  ] as const) {
    teller.edit({ excerpt })
    teller.sync.flush()
    await until(() => listener.field('excerpt') === excerpt)
  }
}

describe.each(codecs)('A field in conflict ($name)', (codec) => {
  async function inConflict() {
    const room = openRoom(codec)
    const arthur = await openPerson(room, 'here', false)
    arthur.edit({ content: seven })
    await outside(room.site, { content: nine })
    await arthur.save()
    expect(arthur.conflict()?.fields).toHaveProperty('content')
    await arthur.share()
    const colleague = await openPerson(room, 'there')
    await heard(arthur, colleague)
    return { room, arthur, colleague }
  }

  it('stays out of the shared document until somebody has chosen', async () => {
    const { room, arthur, colleague } = await inConflict()
    expect([arthur.field('content'), colleague.field('content')]).toEqual([seven, nine])
    await arthur.save()
    await heard(arthur, colleague)
    expect(arthur.conflict()?.fields).toHaveProperty('content')
    expect([arthur.field('content'), colleague.field('content')]).toEqual([seven, nine])
    expect((await saved(room.site)).content).toBe(nine)
    for (const { sync } of [arthur, colleague]) await sync.close()
  })

  it.each([
    ['mine', seven],
    ['theirs', nine],
    [{ value: 'Put together.' }, 'Put together.'],
  ] as const)('is for both what was chosen: %o', async (choice, expected) => {
    const { room, arthur, colleague } = await inConflict()
    arthur.choose({ content: choice })
    await heard(arthur, colleague)
    expect([arthur.field('content'), colleague.field('content')]).toEqual([expected, expected])
    await arthur.save()
    expect(await saved(room.site)).toMatchObject({ content: expected })
    for (const { sync } of [arthur, colleague]) await sync.close()
  })
})

describe.each(codecs)('A sentence that somebody else saves ($name)', (codec) => {
  it.each([
    ['a save was refused before', true],
    ['no save was tried', false],
  ])(
    'is asked about when its place was edited and working together begins after a reload: %s',
    async (_, isRefused) => {
      const room = { ...openRoom(codec), storage: memoryStorage().tab() }
      const before = await openPerson(room, 'here', false)
      before.edit({ content: seven })
      await outside(room.site, { content: nine })
      if (isRefused) {
        await before.save()
        expect(before.conflict()?.fields).toHaveProperty('content')
      }
      await before.leave()
      const arthur = await openPerson(room)
      const colleague = await openPerson(room, 'there')
      await heard(arthur, colleague)
      expect([arthur.field('content'), colleague.field('content')]).toEqual([seven, nine])
      await arthur.save()
      expect(arthur.conflict()?.fields).toHaveProperty('content')
      expect((await saved(room.site)).content).toBe(nine)
      arthur.choose({ content: { value: 'Put together.' } })
      await heard(arthur, colleague)
      expect(colleague.field('content')).toBe('Put together.')
      for (const { leave } of [arthur, colleague]) await leave()
    },
  )

  it('is not replaced by a save that began before the document was there', async () => {
    const room = { ...openRoom(codec), storage: memoryStorage().tab() }
    const before = await openPerson(room, 'here', false)
    before.edit({ content: seven })
    await outside(room.site, { content: nine })
    await before.leave()
    const arthur = await openPerson(room, 'here', 'soon')
    const held = room.site.hold(/^GET /)
    const saving = arthur.save()
    await arthur.opened()
    expect(held.waiting).toHaveLength(1)
    held.end()
    await saving
    expect((await saved(room.site)).content).toBe(nine)
    expect(arthur.conflict()?.fields).toHaveProperty('content')
    await arthur.leave()
  })
})

const two = (first: string, second: string) =>
  `<!-- wp:paragraph -->\n<p>${first}</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>${second}</p>\n<!-- /wp:paragraph -->`

describe.each(codecs)('What somebody saves who does not work together ($name)', (codec) => {
  const mine = { content: two('One. Mine.', 'Two.') }
  const theirs = { content: two('One.', 'Two. COLLEAGUE.') }
  const both = two('One. Mine.', 'Two. COLLEAGUE.')

  it.each([
    [
      'before the edit',
      async (room: Room, arthur: Person) => {
        await outside(room.site, theirs)
        arthur.edit(mine)
      },
    ],
    [
      'after the edit',
      async (room: Room, arthur: Person) => {
        arthur.edit(mine)
        arthur.sync.flush()
        await outside(room.site, theirs)
      },
    ],
    [
      'after the edit, and is read before the save',
      async (room: Room, arthur: Person) => {
        arthur.edit(mine)
        arthur.sync.flush()
        await outside(room.site, theirs)
        await arthur.read()
      },
    ],
  ])('is there beside what is edited here: %s', async (when, happens) => {
    const room = openRoom(codec, two('One.', 'Two.'))
    const arthur = await openPerson(room)
    await happens(room, arthur)
    await arthur.save()
    expect(arthur.conflict()).toBeUndefined()
    expect((await saved(room.site)).content).toBe(both)
    expect(arthur.field('content')).toBe(both)
    await arthur.sync.close()
  })

  it('is there where the record is shared only after it', async () => {
    const room = openRoom(codec, two('One.', 'Two.'))
    const arthur = await openPerson(room, 'here', false)
    arthur.edit(mine)
    await outside(room.site, theirs)
    await arthur.share()
    await arthur.save()
    expect((await saved(room.site)).content).toBe(both)
    await arthur.sync.close()
  })

  it.each([true, false])(
    'is there after a reload, with somebody else in the room or without: %s',
    async (isAlone) => {
      const room = openRoom(codec, two('One.', 'Two.'))
      const arthur = await openPerson(room)
      const colleague = isAlone ? undefined : await openPerson(room, 'there')
      arthur.edit(mine)
      if (colleague) await heard(arthur, colleague)
      await arthur.sync.close()
      await outside(room.site, theirs)
      const again = await openPerson(room)
      await until(() => again.field('content') !== two('One.', 'Two.'))
      await again.save()
      expect((await saved(room.site)).content).toBe(both)
      expect(again.field('content')).toBe(both)
      for (const person of [again, colleague]) await person?.sync.close()
    },
  )

  it('is there for both of two who work together, whoever of them saves', async () => {
    const room = openRoom(codec, two('One.', 'Two.'))
    const arthur = await openPerson(room)
    const colleague = await openPerson(room, 'there')
    arthur.edit(mine)
    await heard(arthur, colleague)
    await outside(room.site, theirs)
    await colleague.save()
    await heard(arthur, colleague)
    expect((await saved(room.site)).content).toBe(both)
    expect([arthur.field('content'), colleague.field('content')]).toEqual([both, both])
    arthur.edit({ content: two('One. Mine, too.', 'Two. COLLEAGUE.') })
    await arthur.save()
    expect(arthur.conflict()).toBeUndefined()
    expect((await saved(room.site)).content).toBe(two('One. Mine, too.', 'Two. COLLEAGUE.'))
    for (const { sync } of [arthur, colleague]) await sync.close()
  })

  it('is there where one autosaves an own draft while a colleague types over it', async () => {
    const room = openRoom(codec, two('One.', 'Two.'))
    const [arthur, colleague] = [await openPerson(room), await openPerson(room, 'there')]
    await outside(room.site, { title: 'Council OUTSIDE' })
    arthur.edit(mine)
    arthur.sync.flush()
    colleague.edit({ title: 'The Council' })
    colleague.sync.flush()
    await arthur.save(true)
    expect((await saved(room.site)).title).toContain('Council OUTSIDE')
    await colleague.save()
    const isAsked = colleague.conflict() !== undefined
    expect((await saved(room.site)).title).toBe(isAsked ? 'Council OUTSIDE' : 'The Council OUTSIDE')
    expect(isAsked).toBe(codec.name === 'plain')
    for (const { sync } of [arthur, colleague]) await sync.close()
  })

  it('is merged by who comes into a document that has not heard of it, or stands beside it once they save', async () => {
    const room = openRoom(codec, two('One.', 'Two.'))
    const colleague = await openPerson(room, 'there')
    colleague.edit(mine)
    colleague.sync.flush()
    await outside(room.site, theirs)
    const arthur = await openPerson(room)
    await heard(colleague, arthur)
    const isPlain = codec.name === 'plain'
    expect(arthur.field('content')).toBe(isPlain ? mine.content : both)
    await arthur.save()
    const { content } = await saved(room.site)
    expect(content).toContain('One. Mine.')
    expect(content).toContain('Two. COLLEAGUE.')
    if (!isPlain) expect(content).toBe(both)
    for (const { sync } of [arthur, colleague]) await sync.close()
  })

  it.each([
    ['format', { format: 'aside' }, { format: 'quote' }, 'standard', 'aside', 'quote'],
    ['meta.mood', { meta: { mood: 'calm' } }, { meta: { mood: 'OTHER' } }, '', 'calm', 'OTHER'],
  ])(
    'is asked about where a colleague has changed it before that was known there: %s',
    async (name, edits, others, base, mine, theirs) => {
      const room = openRoom(codec)
      const [arthur, colleague] = [await openPerson(room), await openPerson(room, 'there')]
      colleague.edit(edits)
      await outside(room.site, others)
      await arthur.read()
      colleague.sync.flush()
      arthur.edit({ title: 'The Council' })
      await arthur.save()
      await colleague.save()
      const whoIsAsked = [arthur, colleague].find((person) => person.conflict())
      expect(whoIsAsked?.conflict()?.fields).toEqual({ [name]: { base, mine, theirs } })
      for (const { sync } of [arthur, colleague]) await sync.close()
    },
  )

  it.each([
    ['format', 'here', { format: 'aside' }, { format: 'quote' }, 'aside', 'quote'],
    ['format', 'there', { format: 'aside' }, { format: 'quote' }, 'aside', 'quote'],
    ['meta.mood', 'here', { meta: { mood: 'calm' } }, { meta: { mood: 'OTHER' } }, 'calm', 'OTHER'],
    ['meta.mood', 'there', { meta: { mood: 'calm' } }, { meta: { mood: 'OTHER' } }, 'calm', 'OTHER'],
  ])(
    'is asked about where a colleague has brought it in of whom its writer did not hear: %s, saved by the one %s',
    virtually(async (name, saver, edits, others, mine, theirs) => {
      const room = openRoom(codec)
      const [arthur, colleague] = [await openPerson(room), await openPerson(room, 'there')]
      room.network.setOnline('here', false)
      arthur.edit(edits)
      arthur.sync.flush()
      await outside(room.site, others)
      await colleague.read()
      colleague.sync.flush()
      // It is brought in when it is one's turn.
      await letPass(5_000)
      room.network.setOnline('here', true)
      await heard(arthur, colleague)
      const person = saver === 'here' ? arthur : colleague
      await person.save()
      expect(person.conflict()?.fields).toMatchObject({ [name]: { mine, theirs } })
      for (const { sync } of [arthur, colleague]) await sync.close()
    }),
  )

  it('is not what it was before, where two have read it at different times', async () => {
    const room = openRoom(codec)
    const [arthur, colleague] = [await openPerson(room), await openPerson(room, 'there')]
    await outside(room.site, { meta: { mood: 'OTHER' } })
    await arthur.read()
    await outside(room.site, { meta: { mood: 'NEWEST' } })
    await colleague.read()
    for (const [person, title] of [
      [colleague, 'The Council'],
      [arthur, 'The Council meets'],
      [colleague, 'The Council meets today'],
    ] as const) {
      person.edit({ title })
      await person.save()
      await heard(arthur, colleague)
      expect([(await saved(room.site)).mood, person.conflict()]).toEqual(['NEWEST', undefined])
    }
    for (const { sync } of [arthur, colleague]) await sync.close()
  })

  it('is asked about where both have changed a field that can not be put together', async () => {
    const room = openRoom(codec)
    const arthur = await openPerson(room)
    arthur.edit({ format: 'aside' })
    arthur.sync.flush()
    await outside(room.site, { format: 'quote' })
    await arthur.save()
    expect(arthur.conflict()?.fields).toMatchObject({ format: { mine: 'aside', theirs: 'quote' } })
    arthur.choose({ format: 'mine' })
    await arthur.save()
    expect(arthur.conflict()).toBeUndefined()
    await arthur.sync.close()
  })
})

describe.each(codecs)('A save by a colleague who works together ($name)', (codec) => {
  it('is no conflict for what was typed on since', async () => {
    const room = openRoom(codec)
    const arthur = await openPerson(room)
    const colleague = await openPerson(room, 'there')
    arthur.edit({ content: 'The bridge is', title: 'A' })
    await heard(arthur, colleague)
    await colleague.save()
    arthur.edit({ content: 'The bridge is open', title: 'AB' })
    await heard(arthur, colleague)
    await arthur.save()
    expect(arthur.conflict()).toBeUndefined()
    expect(await saved(room.site)).toMatchObject({ content: 'The bridge is open', title: 'AB' })
    for (const { sync } of [arthur, colleague]) await sync.close()
  })

  it('is no conflict where it was not heard of yet', async () => {
    const room = openRoom(codec)
    const arthur = await openPerson(room)
    const colleague = await openPerson(room, 'there')
    arthur.edit({ content: 'The bridge is', title: 'A' })
    await heard(arthur, colleague)
    room.network.setOnline('here', false)
    await colleague.save()
    arthur.edit({ content: 'The bridge is open', title: 'AB' })
    await arthur.save()
    expect(arthur.conflict()).toBeUndefined()
    expect(await saved(room.site)).toMatchObject({ content: 'The bridge is open', title: 'AB' })
    room.network.setOnline('here', true)
    for (const { sync } of [arthur, colleague]) await sync.close()
  })
})

/** A paragraph a line, numbered from one in each text. */
function numbered(): BlockCodec {
  const { parse, serialize } = lines()
  return {
    parse: (text) => parse(text).map((block, at) => ({ ...block, clientId: `parsed-${at + 1}` })),
    serialize,
  }
}

describe('Blocks that a codec numbers anew for each text', () => {
  it('stand whole beside each other where two have written one in the text, and somebody outside, too', async () => {
    await onVirtualTime(async () => {
      const [base, first] = ['All.', 'Paragraph Ada typed.']
      const codec = { name: 'structured', codec: structuredCodec(), hasBlocks: true }
      const room = { ...openRoom(codec, base), blocks: numbered }
      const [arthur, before] = [await openPerson(room), await openPerson(room, 'there')]
      room.network.setOnline('here', false)
      arthur.editText(`${base}\n${first}`)
      arthur.sync.flush()
      await outside(room.site, { content: `${base}\nParagraph a outside.` })
      await before.leave()
      const colleague = await openPerson(room, 'there')
      await letPass(5_000)
      colleague.editText(`${base}\nParagraph e typed.\nParagraph a outside.`)
      colleague.sync.flush()
      await letPass(5_000)
      await arthur.read()
      room.network.setOnline('here', true)
      await letPass(20_000)
      const all = [first, 'Paragraph e typed.', 'Paragraph a outside.']
      for (const person of [arthur, colleague])
        expect(String(person.field('content')).split('\n').sort()).toEqual([base, ...all].sort())
      for (const { sync } of [arthur, colleague]) await sync.close()
    })
  })

  it('stand whole beside each other where two begin an empty post', async () => {
    await onVirtualTime(async () => {
      const codec = { name: 'structured', codec: structuredCodec(), hasBlocks: true }
      const room = { ...openRoom(codec, ''), blocks: numbered }
      const [arthur, colleague] = [await openPerson(room), await openPerson(room, 'there')]
      arthur.editText('Paragraph Ada typed.')
      colleague.editText('Paragraph e typed.')
      await letPass(5_000)
      for (const person of [arthur, colleague])
        expect(String(person.field('content')).split('\n').sort()).toEqual([
          'Paragraph Ada typed.',
          'Paragraph e typed.',
        ])
      for (const { sync } of [arthur, colleague]) await sync.close()
    })
  })
})
