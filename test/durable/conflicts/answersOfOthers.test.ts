import type { Fetcher, FetchResponse } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { conflictStore, paragraphs } from './conflictStores'

type Answer = (response: FetchResponse, ask: Fetcher) => Promise<FetchResponse>

/** A store whose saves are answered as the test says, as often as it says. */
async function answeredBy(answers: Answer[]) {
  let ask: Fetcher = () => Promise.reject(new Error('Nothing to ask yet.'))
  return conflictStore({
    ask: (fetcher) => void (ask = fetcher),
    store: {
      fetcher: async (request) => {
        const response = await ask(request)
        const answer = request.method === 'PUT' ? answers.shift() : undefined
        return answer ? answer(response, ask) : response
      },
    },
  })
}

describe('a save that is answered with what a colleague has written within the same moment', () => {
  const read: Answer = async (_, ask) => ask({ path: '/wp/v2/posts/1?context=edit' })

  it('is merged with that and sent again, where both changed another paragraph', async () => {
    const answers: Answer[] = []
    const { edit, save, elsewhere, onSite, conflict, dirty, edited } = await answeredBy(answers)
    answers.push(async (response, ask) => {
      await elsewhere({ content: paragraphs('A', 'B', 'C by Bo') })
      return read(response, ask)
    })
    edit(1, { content: paragraphs('A, mine', 'B', 'C') })
    await save(1)
    const merged = paragraphs('A, mine', 'B', 'C by Bo')
    expect([conflict(), dirty(), edited(1)?.content]).toEqual([undefined, [], merged])
    expect((await onSite()).content.raw).toBe(merged)
  })

  it.each([
    ['title', 'Mine', 'Theirs'],
    ['content', paragraphs('A, mine', 'B', 'C'), paragraphs('A by Bo', 'B', 'C')],
  ])(
    'is in conflict where both changed the same %s, and what was typed stays',
    async (field, mine, theirs) => {
      const answers: Answer[] = []
      const { edit, save, elsewhere, onSite, conflict, edited, saveError, resolve } =
        await answeredBy(answers)
      answers.push(async (response, ask) => {
        await elsewhere({ [field]: theirs })
        return read(response, ask)
      })
      edit(1, { [field]: mine })
      expect(await save(1)).toBeUndefined()
      expect([conflict()?.fields[field], edited(1)?.[field as 'title']]).toMatchObject([
        { mine, theirs },
        mine,
      ])
      expect(saveError(1)).toMatchObject({
        code: 'save_conflict',
        // It was sent, and is not there any more.
        message: `Record 1 of (postType, post) was changed by somebody else in ${field}. What was edited stays here. Choose with resolveConflict.`,
      })
      resolve({ [field]: 'mine' })
      await save(1)
      expect((await onSite())[field]).toMatchObject({ raw: mine })
    },
  )

  it('is sent again where that has written back a text that only this save has changed', async () => {
    const answers: Answer[] = []
    const { edit, save, elsewhere, onSite, conflict, dirty } = await answeredBy(answers)
    // WordPress writes the whole row of a post.
    answers.push(async (response, ask) => {
      await elsewhere({ title: 'By Bo', excerpt: 'Short' })
      return read(response, ask)
    })
    edit(1, { excerpt: 'Mine' })
    await save(1)
    expect([conflict(), dirty()]).toEqual([undefined, []])
    expect(await onSite()).toMatchObject({ title: { raw: 'By Bo' }, excerpt: { raw: 'Mine' } })
  })

  it('is done where the site has made something else of what was sent', async () => {
    const answers: Answer[] = []
    const { edit, save, elsewhere, conflict, dirty, edited } = await answeredBy(answers)
    answers.push(async (response, ask) => {
      await elsewhere({ content: '<p>A, mine, © us</p>', title: 'MINE' })
      return read(response, ask)
    })
    edit(1, { content: '<p>A, mine, (c) us</p>', title: 'Mine' })
    await save(1)
    expect([conflict(), dirty(), edited(1)?.title]).toEqual([undefined, [], 'MINE'])
  })
})

describe('a text that the site does not take', () => {
  it.each([
    ['alone', { excerpt: 'Mine' }, {}],
    ['with another that it takes', { title: 'Mine', excerpt: 'Mine' }, { title: 'Mine' }],
  ])('is as the site has it once it is saved, and nobody is asked: %s', async (_, edits, taken) => {
    let ask: Fetcher = () => Promise.reject(new Error('Nothing to ask yet.'))
    const { edit, save, conflict, saveError, dirty, edited, sent } = await conflictStore({
      ask: (fetcher) => void (ask = fetcher),
      store: {
        fetcher: ({ data, ...request }) => {
          const { excerpt, ...rest } = (data ?? {}) as { excerpt?: string }
          return ask({ ...request, ...(data !== undefined && { data: rest }) })
        },
      },
    })
    edit(1, edits)
    expect(await save(1)).toMatchObject({ id: 1 })
    expect([conflict(), saveError(1), dirty()]).toEqual([undefined, undefined, []])
    expect(edited(1)).toMatchObject({ title: 'One', ...taken, excerpt: 'Short' })
    expect(sent().length).toBeLessThan(3)
  })
})

describe('a save that is answered with the record as it was before', () => {
  it('is not shown as done: what was typed stays, and the next save finds that it is', async () => {
    const answers: Answer[] = []
    const { edit, save, site, edited, dirty, saveError, sent } = await answeredBy(answers)
    const before = await site.as('ada')({ path: '/wp/v2/posts/1?context=edit' })
    answers.push(() => Promise.resolve(before))
    edit(1, { title: 'Mine' })
    expect(await save(1)).toBeUndefined()
    expect(edited(1)?.title).toBe('Mine')
    expect(saveError(1)).toMatchObject({ code: 'invalid_response' })
    await save(1)
    expect([sent(), edited(1)?.title, dirty(), saveError(1)]).toEqual([
      [{ title: 'Mine' }],
      'Mine',
      [],
      undefined,
    ])
  })
})
