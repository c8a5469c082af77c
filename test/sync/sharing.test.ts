import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { editEntityRecord, undo, type ContentBlock, type Fetcher } from 'copydesk'
import { plainCodec, structuredCodec } from 'copydesk/sync'
import { lines, newDevice, openDesk, settled, Site, type Desk, type DeskOptions } from './desk'
import { Network } from './network'
import { loadCollaboration } from '../support/loadCollaboration'
import { passes } from '../support/until'

const desks: Desk[] = []

beforeAll(loadCollaboration)

afterEach(async () => {
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

async function join(network: Network, options: DeskOptions = {}): Promise<Desk> {
  const desk = openDesk(network, options)
  desks.push(desk)
  await desk.read()
  await passes(() => expect(desk.status()?.status).toBe('connected'))
  await settled(desk)
  return desk
}

async function two(options: DeskOptions = {}) {
  const network = new Network()
  const site = new Site()
  const ann = await join(network, { site, place: 'ann', ...options })
  const ben = await join(network, { site, place: 'ben', ...options })
  return { network, site, ann, ben, both: () => settled(ann, ben) }
}

/** The way to a site whose answers to saves come when they are let go. */
function slowly(site: Site) {
  const answers: (() => void)[] = []
  const fetcher: Fetcher = async (request) => {
    const answer = await site.fetcher(request)
    if (request.method === 'PUT') await new Promise<void>((resolve) => answers.push(resolve))
    return answer
  }
  return { answers, fetcher }
}

describe.each([
  ['plain', plainCodec],
  ['structured', structuredCodec()],
])('with the %s codec', (name, codec) => {
  it('shows each what the other edits', async () => {
    const { ann, ben, both } = await two({ codec })
    ann.edit({ title: 'Harbour lights at night' })
    await both()
    expect(ben.field('title')).toBe('Harbour lights at night')
    ben.edit({ format: 'aside' })
    await both()
    expect(ann.field('format')).toBe('aside')
  })

  it('leaves nobody with edits where one takes them back', async () => {
    const { ann, ben, both } = await two({ codec })
    ann.edit({ title: 'Other' })
    await both()
    ann.edit({ title: 'Harbour lights' })
    await both()
    expect([ann.hasEdits(), ben.hasEdits()]).toEqual([false, false])
  })

  it('lets the others know of a save, so that nobody is left with edits', async () => {
    const { ann, ben, both } = await two({ codec })
    ann.edit({ title: 'Night' })
    ben.edit({ excerpt: 'By the sea' })
    await both()
    await ann.save()
    await both()
    await passes(() => expect(ben.hasEdits()).toBe(false))
    expect(ben.edited()).toMatchObject({ title: 'Night', excerpt: 'By the sea' })
  })

  it('gives one who comes later what is edited and not saved', async () => {
    const { network, site, ann, both } = await two({ codec })
    ann.edit({ title: 'Night' })
    await both()
    const cleo = await join(network, { site, codec, place: 'cleo' })
    expect(cleo.field('title')).toBe('Night')
  })

  it('keeps what is edited while cut off, and shares it afterwards', async () => {
    const { network, ann, ben, both } = await two({ codec })
    network.setOnline('ben', false)
    expect(ben.status()).toMatchObject({ status: 'disconnected', code: 'network', retryInMs: 1000 })
    ben.edit({ format: 'aside' })
    ann.edit({ title: 'Night' })
    await both()
    expect(ann.field('format')).toBe('standard')
    network.setOnline('ben', true)
    await both()
    expect(ann.edited()).toMatchObject({ title: 'Night', format: 'aside' })
    expect(ben.edited()).toMatchObject({ title: 'Night', format: 'aside' })
  })

  it('merges the entries of meta', async () => {
    const { ann, ben, both } = await two({ codec })
    ann.edit({ meta: { mood: 'wild' } })
    await both()
    ben.edit({ meta: { place: 'pier' } })
    await both()
    expect(ann.field('meta')).toEqual({ mood: 'wild', place: 'pier' })
    expect(ben.field('meta')).toEqual({ mood: 'wild', place: 'pier' })
  })

  it('brings back what was edited on a device, after it was started again', async () => {
    const [network, site, device] = [new Network(), new Site(), newDevice()]
    const ann = await join(network, { site, codec, device })
    ann.edit({ title: 'Night', format: 'aside' })
    await ann.sync.close()
    const again = await join(new Network(), { site, codec, device })
    expect(again.edited()).toMatchObject({ title: 'Night', format: 'aside' })
    expect(again.site.post).toMatchObject({ format: 'standard' })
  })

  it('lets no stale copy of a device override what the server has since', async () => {
    const [network, site, device] = [new Network(), new Site(), newDevice()]
    const ann = await join(network, { site, codec, device })
    ann.edit({ title: 'Night' })
    await ann.sync.close()
    site.save({ title: 'Quite another story' })
    const again = await join(new Network(), { site, codec, device })
    if (name === 'plain') expect(again.field('title')).toBe('Quite another story')
    expect(site.post.title).toMatchObject({ raw: 'Quite another story' })
    expect(again.edited()?.excerpt).toBe('')
  })

  it('undoes what this user did, and nothing of the others', async () => {
    const { ann, ben, both } = await two({ codec })
    ann.edit({ format: 'aside' })
    await both()
    ben.edit({ title: 'Night' })
    await both()
    expect(ben.field('format')).toBe('aside')
    ben.undo()
    await both()
    expect(ann.edited()).toMatchObject({ format: 'aside', title: 'Harbour lights' })
    ann.undo()
    await both()
    expect(ben.edited()).toMatchObject({ format: 'standard', title: 'Harbour lights' })
  })

  it('forgets a record that was deleted', async () => {
    const { ann } = await two({ codec })
    ann.store.dispatch({
      ...{ type: 'entities/recordsRemoved', kind: 'postType', name: 'post', entity: 'postType/post' },
      ...{ keys: ['1'], seq: 100 },
    })
    expect(ann.status()).toBeUndefined()
  })
})

describe('with the structured codec', () => {
  it('lets two write in one text at once', async () => {
    const { network, ann, ben, both } = await two()
    network.setOnline('ben', false)
    ann.edit({ content: 'Zero, one two three' })
    ben.edit({ content: 'One two three four' })
    await both()
    network.setOnline('ben', true)
    await both()
    expect(ann.field('content')).toBe('Zero, one two three four')
    expect(ben.field('content')).toBe('Zero, one two three four')
  })

  it('does not double the text of two who begin at once without knowing of each other', async () => {
    const network = new Network()
    const site = new Site()
    const ann = await join(network, { site, place: 'ann' })
    network.setOnline('ann', false)
    const ben = await join(network, { site, place: 'ben' })
    ben.edit({ content: 'One two three four' })
    ann.edit({ content: 'Zero, one two three' })
    await settled(ann, ben)
    network.setOnline('ann', true)
    await settled(ann, ben)
    expect(ann.field('content')).toBe('Zero, one two three four')
    expect(ben.field('content')).toBe('Zero, one two three four')
  })

  it('loses no entry of two who begin at once without knowing of each other', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, { site, place: 'ann' })
    network.setOnline('ann', false)
    const ben = await join(network, { site, place: 'ben' })
    ann.edit({ meta: { mood: 'wild' } })
    ben.edit({ meta: { place: 'pier' } })
    await settled(ann, ben)
    network.setOnline('ann', true)
    await settled(ann, ben)
    expect([ann, ben].map((desk) => desk.field('meta'))).toEqual(
      Array(2).fill({ mood: 'wild', place: 'pier' }),
    )
  })

  it('takes no entry for missing of which it was heard, before it started again, only that it is no longer what it was', async () => {
    const [network, site, device] = [new Network(), new Site(), newDevice()]
    const cleo = await join(network, { site, place: 'cleo' })
    const ann = await join(network, { site, device, place: 'ann' })
    const ben = await join(network, { site, place: 'ben' })
    network.isInstant = false
    ben.edit({ title: 'Night' })
    await settled(ben)
    ben.edit({ meta: { place: 'pier' } })
    await settled(ben)
    const toAnn = network.sent.map(({ to }) => to.place).lastIndexOf('ann')
    network.deliver(toAnn, false)
    await ann.sync.close()
    const again = await join(network, { site, device, place: 'ann' })
    for (let round = 0; round < 3; round++) {
      network.settle()
      await settled(again, ben, cleo)
    }
    expect([again, ben, cleo].map((desk) => desk.field('meta'))).toEqual(
      Array(3).fill({ mood: 'calm', place: 'pier' }),
    )
  })

  it('takes back only the words of this user from a text that both have written in', async () => {
    const { ann, ben, both } = await two()
    ann.edit({ content: 'One two three four' })
    await both()
    ben.edit({ content: 'Zero, one two three four' })
    await both()
    ann.undo()
    await both()
    expect(ann.field('content')).toBe('Zero, one two three')
    expect(ben.field('content')).toBe('Zero, one two three')
    ann.redo()
    await both()
    expect(ben.field('content')).toBe('Zero, one two three four')
  })

  it('takes them back behind what was done to another record, where only this one is undone', async () => {
    const { ann, ben, both } = await two()
    ann.edit({ content: 'One two three four' })
    await both()
    ann.store.dispatch(editEntityRecord('postType', 'post', 2, { title: 'Another' }))
    ben.edit({ content: 'Zero, one two three four' })
    await both()
    ann.store.dispatch(undo({ scope: { kind: 'postType', name: 'post', id: 1 } }))
    await both()
    expect(ann.field('content')).toBe('Zero, one two three')
    expect(ben.field('content')).toBe('Zero, one two three')
  })

  it('keeps what others write between two keys out of the undo level of the keys', async () => {
    const { ann, ben, both } = await two()
    ann.edit({ content: 'One two three f' }, { isCached: true })
    await both()
    ben.edit({ content: 'Zero, one two three f' })
    await both()
    ann.edit({ content: 'Zero, one two three four' }, { isCached: true })
    await both()
    ann.undo()
    await both()
    expect(ben.field('content')).toBe('Zero, one two three')
  })

  it('lets two write in one paragraph, and in others', async () => {
    const network = new Network()
    const site = new Site()
    site.save({ content: 'One two\nThree four' })
    const ann = await join(network, { site, place: 'ann', blocks: lines() })
    const ben = await join(network, { site, place: 'ben', blocks: lines() })
    expect([ann.hasEdits(), ben.hasEdits()]).toEqual([false, false])
    const write = (desk: Desk, at: number, content: string) =>
      desk.editBlocks(
        desk.blocks().map((block, i) => (i === at ? { ...block, attributes: { content } } : block)),
      )
    network.setOnline('ben', false)
    write(ann, 0, 'Zero one two')
    const [first, second] = ben.blocks()
    ben.editBlocks([
      { ...first!, attributes: { content: 'One two and a half' } },
      { clientId: 'new', name: 'paragraph', attributes: { content: 'New' }, innerBlocks: [] },
      second!,
    ])
    await settled(ann, ben)
    network.setOnline('ben', true)
    await settled(ann, ben)
    const said = (desk: Desk) => desk.blocks().map(({ attributes }) => attributes.content)
    expect(said(ann)).toEqual(['Zero one two and a half', 'New', 'Three four'])
    expect(said(ben)).toEqual(said(ann))
  })

  it('keeps what a colleague has written in a paragraph whose insertion is undone', async () => {
    const network = new Network()
    const site = new Site()
    site.save({ content: 'One\nTwo' })
    const ann = await join(network, { site, place: 'ann', blocks: lines() })
    const ben = await join(network, { site, place: 'ben', blocks: lines() })
    const said = (desk: Desk) => desk.blocks().map(({ attributes }) => attributes.content)
    const write = (desk: Desk, at: number, content: string) =>
      desk.editBlocks(
        desk.blocks().map((block, i) => (i === at ? { ...block, attributes: { content } } : block)),
      )
    ann.editBlocks([
      { clientId: 'new', name: 'paragraph', attributes: { content: 'Mine' }, innerBlocks: [] },
      ...ann.blocks(),
    ])
    await settled(ann, ben)
    write(ben, 0, 'Mine and yours')
    await settled(ann, ben)
    ann.undo()
    await settled(ann, ben)
    expect([said(ann), said(ben)]).toEqual(Array(2).fill([' and yours', 'One', 'Two']))
  })

  it('leaves the blocks that nobody touched the same objects, with the ids they had', async () => {
    const network = new Network()
    const site = new Site()
    site.save({ content: 'One\nTwo\nThree' })
    const ann = await join(network, { site, place: 'ann', blocks: lines() })
    const ben = await join(network, { site, place: 'ben', blocks: lines() })
    const before = ben.blocks()
    ann.editBlocks(
      ann.blocks().map((block, i) => (i === 1 ? { ...block, attributes: { content: '2' } } : block)),
    )
    await settled(ann, ben)
    const after = ben.blocks()
    expect(after[1]?.attributes.content).toBe('2')
    expect(after[1]?.clientId).toBe(before[1]?.clientId)
    expect([after[0] === before[0], after[2] === before[2]]).toEqual([true, true])
  })

  it('merges what was written offline with what the server was told meanwhile', async () => {
    const [network, site, device] = [new Network(), new Site(), newDevice()]
    const ann = await join(network, { site, device })
    ann.edit({ content: 'One two three four' })
    await ann.sync.close()
    site.save({ content: 'Zero, one two three' })
    const again = await join(new Network(), { site, device })
    expect(again.field('content')).toBe('Zero, one two three four')
  })

  it('merges it also where the page had read that, and was started again since', async () => {
    const [network, site, device] = [new Network(), new Site(), newDevice()]
    const ann = await join(network, { site, device })
    ann.edit({ content: 'One two three four' })
    await settled(ann)
    site.save({ content: 'Zero, one two three' })
    await ann.read(true)
    await settled(ann)
    await ann.sync.close()
    const again = await join(new Network(), { site, device })
    expect(again.field('content')).toBe('Zero, one two three four')
  })

  it('does not take back what was saved, where the page is started again with an older copy of the record', async () => {
    const [network, site, device] = [new Network(), new Site(), newDevice()]
    site.post = { ...site.post, modified_gmt: '2026-01-01T00:00:01' }
    const before = structuredClone(site.post)
    const ann = await join(network, { site, device })
    ann.edit({ content: 'One two three four' })
    await ann.save()
    site.post = { ...site.post, modified_gmt: '2026-01-01T00:00:02' }
    await ann.read(true)
    await settled(ann)
    await ann.sync.close()
    const saved = site.post
    site.post = before
    const again = await join(new Network(), { site, device })
    expect(again.field('content')).toBe('One two three four')
    site.post = saved
    await again.read(true)
    await settled(again)
    expect([again.field('content'), again.hasEdits()]).toEqual(['One two three four', false])
  })

  it('takes what was read last of an entry over what the document has of the site from before, and shows nobody an edit', async () => {
    const [network, site] = [new Network(), new Site()]
    const ann = await join(network, { site, place: 'ann' })
    site.save({ meta: { mood: 'wild' } })
    await ann.read(true)
    const documents = () => JSON.stringify(network.members.map(({ doc }) => doc.getMap('document')))
    await passes(() => expect(documents()).toContain('wild'))
    site.save({ meta: { mood: 'still' } })
    const ben = await join(network, { site, place: 'ben' })
    expect([ben.field('meta'), ben.hasEdits()]).toEqual([{ mood: 'still', place: 'quay' }, false])
  })

  it('has what a colleague has saved once, where the page was started again before that was heard of', async () => {
    const [network, site, device] = [new Network(), new Site(), newDevice()]
    const [ann, ben, cleo] = [
      await join(network, { site, device, place: 'ann' }),
      await join(network, { site, place: 'ben' }),
      await join(network, { site, place: 'cleo' }),
    ]
    ann.edit({ content: 'One two three or four' })
    await settled(ann, ben, cleo)
    network.setOnline('cleo', false)
    cleo.edit({ content: 'One two three or four, or six' })
    await settled(cleo)
    await cleo.save()
    ann.edit({ content: 'Zero, one two three or four' })
    await settled(ann, ben)
    await ann.sync.close()
    const again = await join(network, { site, device, place: 'ann' })
    expect(again.field('content')).toBe('Zero, one two three or four')
    network.setOnline('cleo', true)
    await settled(again, ben, cleo)
    for (const desk of [again, ben, cleo])
      expect(desk.field('content')).toBe('Zero, one two three or four, or six')
  })

  it('leaves no edit of a text whose blocks a colleague has saved', async () => {
    const [site, network] = [new Site(), new Network()]
    const ann = await join(network, { site, place: 'ann', blocks: lines() })
    const ben = await join(network, { site, place: 'ben', blocks: lines() })
    const [first] = ben.blocks()
    ann.editBlocks([{ ...(ann.blocks()[0] as ContentBlock), attributes: { content: 'One two three four' } }])
    await settled(ann, ben)
    expect(ben.hasEdits()).toBe(true)
    await ann.save()
    await settled(ann, ben)
    await passes(() => expect(ben.hasEdits()).toBe(false))
    expect(ben.blocks()).toMatchObject([
      { clientId: first?.clientId, attributes: { content: 'One two three four' } },
    ])
  })

  it.each(['Ann', 'Ben', 'Cleo', 'Dora', 'Edith', 'Fay'])(
    'loses nothing where two who began from different versions meet: as told by %s',
    async (teller) => {
      const [network, site] = [new Network(), new Site()]
      site.save({ content: `Told by ${teller}`, excerpt: teller })
      const options = { site, blocks: lines() }
      const ann = await join(network, { ...options, place: 'ann' })
      const ben = await join(network, { ...options, blocks: lines(), place: 'ben' })
      ann.edit({ title: `Lights by ${teller}` })
      await ann.save()
      await settled(ann, ben)
      await passes(() => expect(ben.hasEdits()).toBe(false))
      ann.edit({ excerpt: `${teller} not saved` })
      ann.editBlocks([
        ...ann.blocks(),
        { name: 'paragraph', attributes: { content: 'Not saved' }, innerBlocks: [] },
      ])
      await settled(ann, ben)
      network.setOnline('late', false)
      const late = openDesk(network, { ...options, blocks: lines(), place: 'late' })
      desks.push(late)
      await late.read()
      await passes(() => expect(late.status()?.status).toBe('disconnected'))
      await settled(late)
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      network.setOnline('late', true)
      await vi.advanceTimersByTimeAsync(10_000)
      for (const desk of [ann, ben, late]) {
        expect(desk.blocks().map(({ attributes }) => attributes.content)).toEqual([
          `Told by ${teller}`,
          'Not saved',
        ])
        expect(desk.edited()).toMatchObject({ title: `Lights by ${teller}`, excerpt: `${teller} not saved` })
      }
    },
  )

  it('does not double what a colleague has saved meanwhile', async () => {
    const [site, device] = [new Site(), newDevice()]
    const network = new Network()
    const ann = await join(network, { site, device, place: 'ann' })
    const ben = await join(network, { site, place: 'ben' })
    ann.edit({ content: 'One two three four' })
    await settled(ann, ben)
    await ann.sync.close()
    await ben.save()
    await ben.sync.close()
    const again = await join(new Network(), { site, device })
    expect(again.field('content')).toBe('One two three four')
    expect(again.hasEdits()).toBe(false)
  })

  it('writes nothing into a document of the plain codec', async () => {
    const network = new Network()
    const site = new Site()
    const other = { ...plainCodec, objectType: structuredCodec().objectType }
    const ann = await join(network, { site, place: 'ann', codec: other })
    ann.edit({ title: 'Night' })
    await settled(ann)
    const ben = openDesk(network, { site, place: 'ben' })
    desks.push(ben)
    await ben.read()
    await passes(() =>
      expect(ben.status()).toMatchObject({ status: 'disconnected', code: 'protocol-mismatch' }),
    )
    ben.edit({ title: 'Mine' })
    await settled(ann, ben)
    expect(ann.field('title')).toBe('Night')
    expect(ben.field('title')).toBe('Mine')
  })
})

describe('with the plain codec', () => {
  it('writes nothing into a document of the structured one', async () => {
    const network = new Network()
    const site = new Site()
    const ann = await join(network, { site, place: 'ann' })
    const other = { ...plainCodec, objectType: structuredCodec().objectType }
    const ben = openDesk(network, { site, place: 'ben', codec: other })
    desks.push(ben)
    await ben.read()
    await passes(() =>
      expect(ben.status()).toMatchObject({ status: 'disconnected', code: 'protocol-mismatch' }),
    )
    ben.edit({ title: 'Mine' })
    await settled(ann, ben)
    expect(ann.field('title')).toBe('Harbour lights')
  })

  it('leaves out the selection and what is a function', async () => {
    const { ann, ben, both } = await two({ codec: plainCodec })
    ann.edit({ selection: { at: 3 }, content: () => 'computed', title: 'Night' })
    await both()
    expect(ben.edited()).toMatchObject({ title: 'Night', content: 'One two three' })
    expect(ben.field('selection')).toBeUndefined()
  })
})

describe('with the plain codec, what is typed while cut off from a colleague who saves the same field', () => {
  async function cutOff() {
    const { network, ann, ben, both } = await two({ codec: plainCodec })
    // Of two who write at the same time, Yjs hears the one whose document has the larger number.
    const [first = 0, second = 0] = network.members.map(({ doc }) => doc.clientID)
    const [saver, writer] = first > second ? [ann, ben] : [ben, ann]
    saver.edit({ title: 'Night' })
    await both()
    network.setOnline('ann', false)
    const meet = async () => {
      network.setOnline('ann', true)
      await both()
    }
    return { saver, writer, both, meet }
  }

  it('stays an edit, and goes to the colleague', async () => {
    const { saver, writer, meet } = await cutOff()
    saver.edit({ title: 'Late night' })
    await saver.save()
    await settled(saver)
    writer.edit({ title: 'Early night' })
    await settled(writer)
    await meet()
    expect([saver.field('title'), writer.field('title')]).toEqual(['Early night', 'Early night'])
    expect([saver.hasEdits(), writer.hasEdits()]).toEqual([true, true])
  })

  it('is settled where a colleague had heard of it, and saved something else since', async () => {
    const { saver, writer, both, meet } = await cutOff()
    writer.edit({ title: 'Early night' })
    await meet()
    await both()
    saver.edit({ title: 'Late night' })
    await saver.save()
    await both()
    await passes(() => expect([saver.hasEdits(), writer.hasEdits()]).toEqual([false, false]))
    await both()
    expect([saver.field('title'), writer.field('title')]).toEqual(['Late night', 'Late night'])
  })
})

describe('with the plain codec, a save', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('that can’t be read leaves what was edited on screen, until it is read', async () => {
    const network = new Network()
    const site = new Site()
    let isDown = false
    const fetcher: Fetcher = (request) =>
      isDown ? Promise.reject(new TypeError('Cut off by the test.')) : site.fetcher(request)
    const ann = await join(network, { site, place: 'ann', codec: plainCodec })
    const ben = await join(network, { site, place: 'ben', codec: plainCodec, fetcher })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ann.edit({ title: 'Night' })
    await settled(ann, ben)
    isDown = true
    await ann.save()
    await settled(ann, ben)
    await vi.advanceTimersByTimeAsync(5000)
    expect(ben.field('title')).toBe('Night')
    isDown = false
    await vi.advanceTimersByTimeAsync(10_000)
    await settled(ben)
    expect([ben.field('title'), ben.hasEdits()]).toEqual(['Night', false])
  })

  it('shares what was undone while it was under way', async () => {
    const network = new Network()
    const site = new Site()
    const { answers, fetcher } = slowly(site)
    const ann = await join(network, { site, place: 'ann', codec: plainCodec, fetcher })
    const ben = await join(network, { site, place: 'ben', codec: plainCodec })
    // Nothing goes out by itself before the save has ended.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ann.edit({ title: 'Night' })
    const saved = ann.save()
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve))
    ann.undo()
    answers[0]?.()
    await saved
    await settled(ann, ben)
    await vi.advanceTimersByTimeAsync(1000)
    expect([ann.hasEdits(), ben.hasEdits()]).toEqual([true, true])
    expect([ann.field('title'), ben.field('title')]).toEqual(['Harbour lights', 'Harbour lights'])
  })

  it('tells of nothing anew that a colleague has written meanwhile', async () => {
    const site = new Site()
    const { answers, fetcher } = slowly(site)
    const { network, ann, ben } = await two({ site, codec: plainCodec, fetcher })
    // Of two who write at the same time, Yjs hears the one whose document has the larger number.
    const [first = 0, second = 0] = network.members.map(({ doc }) => doc.clientID)
    const [saver, colleague] = first > second ? [ann, ben] : [ben, ann]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    colleague.edit({ title: 'Night' })
    await settled(colleague, saver)
    const saving = saver.save()
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve))
    colleague.edit({ title: 'Day' })
    await settled(colleague, saver)
    network.isInstant = false
    colleague.edit({ title: 'Noon' })
    await settled(colleague)
    answers[0]?.()
    await saving
    await settled(saver)
    network.settle()
    await settled(saver, colleague)
    expect([saver.field('title'), colleague.field('title')]).toEqual(['Noon', 'Noon'])
  })
})

describe('What the server tells and the document lacks', () => {
  const turns = 12_000
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Two who hear nothing of each other until they meet. */
  async function apart() {
    vi.useRealTimers()
    const all = await two({ codec: structuredCodec() })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    all.network.isInstant = false
    const meet = async () => {
      for (let round = 0; round < 3; round++) {
        await all.both()
        all.network.settle()
      }
      vi.advanceTimersByTime(turns)
      await all.both()
      all.network.settle()
      await all.both()
    }
    // Of two who write at the same time, Yjs hears the one whose document has the larger number.
    const [first = 0, second = 0] = all.network.members.map(({ doc }) => doc.clientID)
    const [reader, writer] = first > second ? [all.ann, all.ben] : [all.ben, all.ann]
    return { ...all, reader, writer, meet }
  }

  it('gives way to what is typed at the same time', async () => {
    const { reader, writer, meet } = await apart()
    writer.edit({ meta: { mood: 'wild' } })
    await writer.save()
    writer.edit({ meta: { mood: 'wilder' } })
    await settled(writer)
    reader.edit({ title: 'Other' })
    await reader.save()
    vi.advanceTimersByTime(turns)
    await meet()
    expect([reader, writer].map((desk) => desk.field('meta'))).toMatchObject(
      Array(2).fill({ mood: 'wilder' }),
    )
  })

  it('gives way entry by entry where another entry is edited and not saved', async () => {
    const { reader, writer, meet } = await apart()
    reader.edit({ meta: { place: 'pier' } })
    await settled(reader)
    writer.edit({ meta: { mood: 'wild' } })
    await writer.save()
    writer.edit({ meta: { mood: 'wilder' } })
    await settled(writer)
    await reader.read(true)
    await settled(reader)
    vi.advanceTimersByTime(turns)
    await meet()
    expect([reader, writer].map((desk) => desk.field('meta'))).toMatchObject(
      Array(2).fill({ mood: 'wilder', place: 'pier' }),
    )
  })

  it('stands there once where whoever saved it tells it in time', async () => {
    const { ann, ben, meet } = await apart()
    ann.edit({ content: 'One two three four' })
    await ann.save()
    await ben.read(true)
    await meet()
    expect([ann, ben].map((desk) => desk.field('content'))).toEqual(Array(2).fill('One two three four'))
  })

  it('stands there once where two who were told bring it in at the same time', async () => {
    const { site, ann, ben, meet } = await apart()
    site.save({ content: 'One two three four', meta: { mood: 'wild' } })
    for (const desk of [ann, ben]) await desk.read(true)
    vi.advanceTimersByTime(turns)
    await meet()
    expect([ann, ben].map((desk) => desk.field('content'))).toEqual(Array(2).fill('One two three four'))
    expect([ann, ben].map((desk) => desk.hasEdits())).toEqual([false, false])
  })

  it('comes to those who have not asked the server', async () => {
    const { site, ann, ben, meet } = await apart()
    site.save({ content: 'One two three four' })
    await ann.read(true)
    await meet()
    expect(ben.field('content')).toBe('One two three four')
  })

  it('holds back nothing that is typed meanwhile', async () => {
    const { network, site, ann, ben, meet } = await apart()
    site.save({ content: 'One two three four' })
    await ann.read(true)
    ann.edit({ content: 'Zero, one two three four' })
    await settled(ann)
    network.settle()
    await settled(ben)
    // With what it was typed in.
    expect(ben.field('content')).toBe('Zero, one two three four')
    await meet()
    expect([ann, ben].map((desk) => desk.field('content'))).toEqual(Array(2).fill('Zero, one two three four'))
  })

  it('counts over what was saved before where that came from the server before it came from the colleague', async () => {
    const { site, ann, ben, meet } = await apart()
    ann.edit({ format: 'aside' })
    await ann.save()
    await ben.read(true)
    await meet()
    site.save({ format: 'quote' })
    await ben.read(true)
    await meet()
    expect([ann, ben].map((desk) => desk.field('format'))).toEqual(['quote', 'quote'])
    expect(ben.hasEdits()).toBe(false)
  })

  it('is no news where a colleague has saved it and taken it back', async () => {
    const { site, ann, ben, meet } = await apart()
    ann.edit({ meta: { mood: 'wild' } })
    await ann.save()
    site.save({ content: 'One two three four' })
    await ben.read(true)
    ann.undo()
    await meet()
    expect([ann, ben].map((desk) => desk.field('meta'))).toMatchObject(Array(2).fill({ mood: 'calm' }))
    expect([ann, ben].map((desk) => desk.field('content'))).toEqual(Array(2).fill('One two three four'))
  })

  it.each([
    ['meta', 'before', { mood: 'wild' }, { mood: 'calm' }],
    ['meta', 'after', { mood: 'wild' }, { mood: 'calm' }],
    ['format', 'before', 'aside', 'standard'],
    ['format', 'after', 'aside', 'standard'],
    ['title', 'before', 'Night', 'Harbour lights'],
  ])(
    'is no news where it is of a slow save of %s that is heard of %s its answer',
    async (field, when, saved, undone) => {
      const { network, site, ben } = await apart()
      const { answers, fetcher } = slowly(site)
      vi.useRealTimers()
      network.isInstant = true
      const cleo = await join(network, { site, place: 'cleo', fetcher })
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      network.isInstant = false
      const meet = async () => {
        for (let round = 0; round < 2; round++) {
          network.settle()
          await settled(cleo, ben)
        }
      }
      cleo.edit({ [field]: saved })
      const saving = cleo.save()
      while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve))
      cleo.undo()
      await ben.read(true)
      vi.advanceTimersByTime(turns)
      if (when === 'before') await meet()
      answers[0]?.()
      await saving
      await settled(cleo)
      await meet()
      for (const desk of [cleo, ben]) expect(desk.edited()).toMatchObject({ [field]: undone })
      expect(cleo.hasEdits()).toBe(true)
    },
  )

  it('lets all come to rest where an entry of meta is edited, which has nothing to do with it', async () => {
    const { site, ann, ben, meet } = await apart()
    site.save({ content: 'One two three four' })
    await ann.read(true)
    ann.edit({ meta: { mood: 'wild' } })
    await meet()
    site.save({ meta: { mood: 'sad', place: 'pier' } })
    await ann.read(true)
    await meet()
    vi.advanceTimersByTime(turns)
    const states = () => [ann, ben].map(({ store }) => store.getState())
    const before = states()
    vi.advanceTimersByTime(turns)
    expect(states().map((state, at) => state === before[at])).toEqual([true, true])
  })

  it.each([
    ['content', 'One two three four', 'One two three'],
    ['format', 'aside', 'standard'],
    ['meta', { mood: 'wild' }, { mood: 'calm' }],
  ])(
    'is no news to a colleague who starts anew where it is of a save of %s that was undone before its answer',
    async (field, saved, undone) => {
      vi.useRealTimers()
      const [network, site, device] = [new Network(), new Site(), newDevice()]
      const { answers, fetcher } = slowly(site)
      const ann = await join(network, { site, place: 'ann', fetcher })
      const ben = await join(network, { site, place: 'ben', device })
      ann.edit({ [field]: saved })
      await settled(ann, ben)
      const saving = ann.save()
      await passes(() => expect(answers).toHaveLength(1))
      ann.undo()
      await settled(ann, ben)
      await ben.sync.close()
      const again = await join(network, { site, place: 'ben', device })
      await settled(ann, again)
      for (const desk of [ann, again]) expect(desk.edited()).toMatchObject({ [field]: undone })
      answers[0]?.()
      await saving
      await settled(ann, again)
      for (const desk of [ann, again]) expect(desk.edited()).toMatchObject({ [field]: undone })
    },
  )
})
