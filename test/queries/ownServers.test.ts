import { fetchEntityRecords, invalidate, selectEntityRecords } from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../support/until'
import { django, feathers, notesOn, plain, strapi, upTo, type PagedServer } from '../support/pagedServers'

declare module 'copydesk' {
  interface EntityContexts {
    readonly en: true
    readonly fr: true
  }
}

let warn: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  warn.mockRestore()
})

describe('pages of an entity that is declared by no more than its address', () => {
  it('are each their own rows, in whatever order they are read', async () => {
    const { read, totals, log } = notesOn(plain({ rows: 23 }))
    expect(await read({ page: 2, per_page: 10 })).toEqual(upTo(10, 11))
    expect(await read({ page: 1, per_page: 10 })).toEqual(upTo(10))
    expect(await read({ page: 3, per_page: 10 })).toEqual([21, 22, 23])
    expect(await read({ per_page: 5 })).toEqual(upTo(5))
    expect(await read({ offset: 7, per_page: 4 })).toEqual([8, 9, 10, 11])
    expect(await read({ per_page: -1 })).toEqual(upTo(23))
    expect(totals({ per_page: 10 })).toEqual([23, 3])
    expect(log).toHaveLength(3)
  })

  it('do not make the list whole: asked without a page, it is asked', async () => {
    const { read, log } = notesOn(plain({ rows: 23 }))
    await read({ page: 2, per_page: 10 })
    expect(await read()).toEqual(upTo(10))
    expect(log).toHaveLength(2)
  })

  it('are not taken for all rows where the server does not count', async () => {
    const { read, totals } = notesOn(plain({ rows: 23, isCounted: false }))
    expect(await read({ page: 2, per_page: 10 })).toEqual(upTo(10, 11))
    expect(await read({ page: 1, per_page: 10 })).toEqual(upTo(10))
    expect(await read({ per_page: -1 })).toEqual(upTo(23))
    expect(totals({ per_page: -1 })).toEqual([23, 1])
  })

  it('by a cursor are lists of their own', async () => {
    const rule: PagedServer['rule'] = ({ path }) => {
      const after = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 0)
      return upTo(4, after + 1).map((id) => ({ id }))
    }
    const { read, totals } = notesOn({ rule })
    expect(await read()).toEqual([1, 2, 3, 4])
    expect(await read({ cursor: 4 })).toEqual([5, 6, 7, 8])
    expect(totals()).toEqual([null, null])
  })
})

describe('a list that is asked for without saying how many rows', () => {
  it('has all rows of a server without pages, however many there are', async () => {
    const { read, shown, log } = notesOn({ rule: () => upTo(25).map((id) => ({ id })) })
    expect(await read()).toEqual(upTo(25))
    expect(shown()).toEqual(upTo(25))
    expect(await read()).toEqual(upTo(25))
    expect(log).toEqual(['GET /notes'])
  })

  it('has all rows of a server that is said to have no pages, though they are as many as a page has', async () => {
    const { read, totals, log } = notesOn(
      { rule: () => upTo(10).map((id) => ({ id })) },
      { supportsPagination: false },
    )
    expect(await read()).toEqual(upTo(10))
    expect(totals()).toEqual([10, 1])
    expect(await read({ per_page: -1 })).toEqual(upTo(10))
    expect(log).toEqual(['GET /notes'])
  })

  it('has as many rows as the server gives by itself, and its second page goes on behind them', async () => {
    const rule: PagedServer['rule'] = (request) =>
      plain({ rows: 50 }).rule({
        ...request,
        path: request.path.includes('per_page') ? request.path : `${request.path}?per_page=20`,
      })
    const { read, totals } = notesOn({ rule })
    expect(await read()).toEqual(upTo(20))
    expect(totals()).toEqual([50, 3])
    expect(await read({ page: 2 })).toEqual(upTo(20, 21))
    expect(await read({ per_page: 10 })).toEqual(upTo(10))
    expect(await read({ page: 5, per_page: 10 })).toEqual(upTo(10, 41))
  })
})

describe('a server that contradicts its config', () => {
  it('and pages though it is said to have none shows no wrong row, and says so once', async () => {
    const { read } = notesOn(plain({ rows: 23 }), { supportsPagination: false })
    expect(await read({ page: 2, per_page: 10 })).toEqual(upTo(10, 11))
    expect(await read({ page: 1, per_page: 10 })).toEqual(upTo(10))
    expect(await read({ per_page: -1 })).toEqual(upTo(23))
    expect(warn).toHaveBeenCalledTimes(1)
    expect(String(warn.mock.calls[0]?.[0])).toContain('supportsPagination')
    expect(String(warn.mock.calls[0]?.[0])).toContain('(app, note)')
  })

  it('and has no pages gives its rows page by page all the same, and says so once', async () => {
    const { read, totals, log } = notesOn({ rule: () => upTo(25).map((id) => ({ id })) })
    expect(await read({ page: 2, per_page: 10 })).toEqual(upTo(10, 11))
    expect(await read({ page: 3, per_page: 10 })).toEqual(upTo(5, 21))
    expect(await read({ page: 1, per_page: 10 })).toEqual(upTo(10))
    expect(await read({ per_page: -1 })).toEqual(upTo(25))
    expect(totals({ per_page: 10 })).toEqual([25, 3])
    expect(log).toHaveLength(2)
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('is no matter of a warning where it does as it says', async () => {
    const { read } = notesOn({ rule: () => upTo(25).map((id) => ({ id })) }, { supportsPagination: false })
    expect(await read()).toEqual(upTo(25))
    expect(await read({ per_page: 10 })).toEqual(upTo(25))
    expect(await read({ per_page: -1 })).toEqual(upTo(25))
    expect(warn).not.toHaveBeenCalled()
  })
})

const capped: readonly [string, (rows: number, most: number) => PagedServer][] = [
  ['Django REST framework', (rows, most) => django({ rows, most })],
  ['Strapi', (rows, most) => strapi({ rows, most })],
  ['Feathers', (rows, most) => feathers({ rows, most })],
  ['a server with the names of WordPress', (rows, most) => plain({ rows, most })],
]

describe.each(capped)('pages that are longer than %s gives', (name, serverOf) => {
  const pagesOf = async (server: PagedServer, most?: number) => {
    const { read, ...rest } = notesOn(server, most === undefined ? {} : { mostRows: most })
    return { ...rest, read, page: (page: number, size: number) => read({ page, per_page: size }) }
  }

  it('have all their rows, each in its place', async () => {
    const { page, totals } = await pagesOf(serverOf(130, 50))
    expect(await page(1, 100)).toEqual(upTo(100))
    expect(await page(2, 100)).toEqual(upTo(30, 101))
    expect(await page(3, 50)).toEqual(upTo(30, 101))
    expect(await page(11, 10)).toEqual(upTo(10, 101))
    expect(totals({ per_page: 100 })).toEqual([130, 2])
  })

  it.each([[130], [150], [100], [120]])('have them in any order, of %i rows', async (rows) => {
    const { page } = await pagesOf(serverOf(rows, 50))
    expect(await page(2, 100)).toEqual(upTo(Math.max(0, rows - 100), 101))
    expect(await page(1, 100)).toEqual(upTo(100))
    expect(await page(2, 60)).toEqual(upTo(Math.min(60, rows - 60), 61))
  })

  it('are asked for in pages of the size that was learned, once it is known', async () => {
    const { page, log } = await pagesOf(serverOf(400, 50))
    await page(1, 100)
    log.length = 0
    expect(await page(3, 100)).toEqual(upTo(100, 201))
    expect(log).toHaveLength(2)
  })

  it('are asked for in parts from the start where the config says how long', async () => {
    const { page, log } = await pagesOf(serverOf(130, 50), 50)
    expect(await page(2, 100)).toEqual(upTo(30, 101))
    expect(await page(1, 100)).toEqual(upTo(100))
    // The last page alone does not show how long pages are, where they are not counted.
    expect(log.length).toBeLessThanOrEqual(4)
    expect(log.join()).not.toMatch(/(size|page|pageSize\]|limit)=100/)
  })

  it.each([
    [50, 100],
    [7, 14],
  ])('have them where the config says too many, and it is said so once, by %i of %i', async (gives, says) => {
    for (const order of [
      [2, 1],
      [1, 2],
    ]) {
      warn.mockClear()
      const { read, page } = await pagesOf(serverOf(130, gives), says)
      for (const at of order) expect(await page(at, 100)).toEqual(upTo(at === 1 ? 100 : 30, 100 * at - 99))
      expect(await page(1, 200)).toEqual(upTo(130))
      expect(await page(3, 50)).toEqual(upTo(30, 101))
      expect(await read({ per_page: -1 })).toEqual(upTo(130))
      expect(warn).toHaveBeenCalledTimes(1)
      expect(String(warn.mock.calls[0]?.[0])).toContain(`Say mostRows: ${gives}.`)
    }
  })

  it('are whole as a whole list', async () => {
    const { read } = await pagesOf(serverOf(130, 50))
    expect(await read({ per_page: -1 })).toEqual(upTo(130))
    expect(await read({ page: 2, per_page: 100 })).toEqual(upTo(30, 101))
  })
})

describe('pages of a server that always gives its own number of rows', () => {
  it.each([
    ['Django REST framework', django({ rows: 130, fixed: 50 })],
    ['a server with the names of WordPress', plain({ rows: 130, fixed: 50 })],
  ])('are right on %s', async (name, server) => {
    const { read } = notesOn(server)
    expect(await read({ page: 2, per_page: 10 })).toEqual(upTo(10, 11))
    expect(await read({ page: 1, per_page: 10 })).toEqual(upTo(10))
    expect(await read({ page: 13, per_page: 10 })).toEqual(upTo(10, 121))
    expect(await read({ page: 2, per_page: 100 })).toEqual(upTo(30, 101))
    expect(await read({ per_page: -1 })).toEqual(upTo(130))
  })
})

describe('a server that does not count', () => {
  it('shows no other rows where the config says too many', async () => {
    const { read } = notesOn(plain({ rows: 130, most: 7, isCounted: false }), { mostRows: 14 })
    expect(await read({ page: 2, per_page: 100 })).toEqual(upTo(30, 101))
    expect(await read({ page: 1, per_page: 100 })).toEqual(upTo(100))
    expect(await read({ per_page: -1 })).toEqual(upTo(130))
  })

  it('shows the rest behind a capped page where the config says how long its pages are', async () => {
    const { read } = notesOn(feathers({ rows: 130, most: 50, isCounted: false }), { mostRows: 50 })
    expect(await read({ page: 1, per_page: 100 })).toEqual(upTo(100))
    expect(await read({ page: 2, per_page: 100 })).toEqual(upTo(30, 101))
  })

  it('is asked where a list ends by now, where its pages were read meanwhile and none of them says so', async () => {
    let rows = 4
    const held: (() => void)[] = []
    const rule: PagedServer['rule'] = (request) => {
      const given = plain({ rows, isCounted: false }).rule(request)
      if (rows === 4 || held.length > 0 || !request.path.includes('per_page=100')) return given
      held.push(() => request.answer(given))
      return undefined
    }
    const { read, store } = notesOn({ rule })
    const all = { per_page: -1 }
    expect(await read(all)).toEqual(upTo(4))
    rows = 5
    store.dispatch(invalidate({ kind: 'app', name: 'note' }))
    const late = read(all)
    await until(() => held.length > 0)
    expect(await read({ page: 1, per_page: 2 })).toEqual(upTo(2))
    expect(await read({ page: 2, per_page: 2 })).toEqual(upTo(2, 3))
    held[0]?.()
    await late
    expect(await read(all)).toEqual(upTo(5))
    expect(await read({ page: 3, per_page: 2 })).toEqual([5])
  })
})

describe('a page behind the end of a list', () => {
  it('is empty where the server answers it with an error that the config knows', async () => {
    const { read, totals } = notesOn(django({ rows: 20 }))
    await read({ per_page: 10 })
    expect(await read({ page: 3, per_page: 10 })).toEqual([])
    expect(totals({ per_page: 10 })).toEqual([20, 2])
  })

  it('is empty where it is the first that is read', async () => {
    const { read } = notesOn(django({ rows: 20 }))
    expect(await read({ page: 3, per_page: 10 })).toEqual([])
    expect(await read({ page: 2, per_page: 10 })).toEqual(upTo(10, 11))
  })

  it.each([[61], [60], [7]])(
    'is empty where the server gives its last one once more, of %i rows',
    async (rows) => {
      const { read, shown, totals } = notesOn(strapi({ rows, isLastAgain: true }))
      expect(await read({ page: 9, per_page: 20 })).toEqual([])
      expect(await read({ page: 1, per_page: 20 })).toEqual(upTo(Math.min(20, rows)))
      expect(await read({ page: 5, per_page: 20 })).toEqual([])
      expect(shown({ page: 9, per_page: 20 })).toEqual([])
      expect(totals({ per_page: 20 })).toEqual([rows, Math.ceil(rows / 20)])
    },
  )

  it('is an error where the config does not know it', async () => {
    const { settings: { isBehindEnd, ...settings } = {}, rule } = django({ rows: 20 })
    expect(isBehindEnd).toBeDefined()
    expect(await notesOn({ settings, rule }).read({ page: 3, per_page: 10 })).toBeNull()
  })
})

describe('a server that counts elsewhere', () => {
  it('is asked for the count with a list, as by LoopBack', async () => {
    const { settings, rule } = feathers({ rows: 130, isCounted: false })
    const { read, totals, log } = notesOn({
      settings: { ...settings, totalPath: ({ where }) => `/notes/count?where=${String(where)}` },
      rule: (request) => (request.path.startsWith('/notes/count') ? { count: 130 } : rule(request)),
    })
    expect(await read({ page: 2, per_page: 10, where: 'a' })).toEqual(upTo(10, 11))
    expect(totals({ per_page: 10, where: 'a' })).toEqual([130, 13])
    expect(log.filter((path) => path.includes('count'))).toEqual(['GET /notes/count?where=a'])
    expect(await read({ per_page: -1, where: 'a' })).toEqual(upTo(130))
  })

  it('and answers no count is an error that says so', async () => {
    const { settings, rule } = feathers({ rows: 5, isCounted: false })
    const { store } = notesOn({
      settings: { ...settings, totalPath: () => '/notes/count' },
      rule: (request) => (request.path === '/notes/count' ? {} : rule(request)),
    })
    await expect(
      store.dispatch(fetchEntityRecords('app', 'note', {}, { throwOnError: true })),
    ).rejects.toThrow('totalPath of (app, note)')
  })
})

describe('a parameter that changes what a record says', () => {
  const words = { en: 'Hello', fr: 'Bonjour' }
  const rule: PagedServer['rule'] = ({ path }) => {
    const locale = new URLSearchParams(path.split('?')[1]).get('locale') === 'fr' ? 'fr' : 'en'
    return [{ id: 1, title: words[locale] }]
  }
  const titles = (rows: readonly object[] | null) =>
    rows?.map((row) => (row as unknown as { title: string }).title)

  it('is said to replace the rows of another list, once', async () => {
    const { store } = notesOn({ rule })
    await store.dispatch(fetchEntityRecords('app', 'note', { locale: 'en' }))
    expect(warn).not.toHaveBeenCalled()
    await store.dispatch(fetchEntityRecords('app', 'note', { locale: 'fr' }))
    await store.dispatch(fetchEntityRecords('app', 'note', { locale: 'en', q: 'a' }))
    expect(warn).toHaveBeenCalledTimes(1)
    expect(String(warn.mock.calls[0]?.[0])).toContain("parameters: { context: 'locale' }")
  })

  it('has rows of its own where it is the context', async () => {
    const { store, log } = notesOn({ rule, settings: { parameters: { context: 'locale' } } })
    const english = await store.dispatch(fetchEntityRecords('app', 'note', { context: 'en' }))
    const french = await store.dispatch(fetchEntityRecords('app', 'note', { context: 'fr' }))
    expect([titles(english), titles(french)]).toEqual([['Hello'], ['Bonjour']])
    expect(titles(selectEntityRecords(store.getState(), 'app', 'note', { context: 'en' }))).toEqual(['Hello'])
    expect(log.map((path) => /locale=(..)/.exec(path)?.[1])).toEqual(['en', 'fr'])
    expect(warn).not.toHaveBeenCalled()
  })

  it('is no matter of a warning where the lists have no record in common', async () => {
    const { store } = notesOn({ rule: ({ path }) => [{ id: path.includes('fr') ? 2 : 1 }] })
    await store.dispatch(fetchEntityRecords('app', 'note', { lang: 'en' }))
    await store.dispatch(fetchEntityRecords('app', 'note', { lang: 'fr' }))
    expect(warn).not.toHaveBeenCalled()
  })
})
