import { describe, expect, it } from 'vitest'
import { createTwins } from './twins.mjs'

const first = ['postType', 'post']
const core = (registry) => registry.dispatch('core')

const steps = {
  read: (id) => (registry) => registry.resolveSelect('core').getEntityRecord(...first, id),
  list: (query) => (registry) => registry.resolveSelect('core').getEntityRecords(...first, query),
  edit: (id, edits, options) => (registry) =>
    void core(registry).editEntityRecord(...first, id, edits, options),
  save: (id) => (registry) => core(registry).saveEditedEntityRecord(...first, id),
  saveRecord: (record) => (registry) => core(registry).saveEntityRecord(...first, record),
  failingSave: (id) => (registry, site) => {
    site.refuseNext()
    return core(registry)
      .saveEditedEntityRecord(...first, id)
      .finally(() => undefined)
  },
  saveField: (id, field) => (registry) =>
    core(registry).__experimentalSaveSpecifiedEntityEdits(...first, id, [field]),
  create: (title) => (registry) => core(registry).saveEntityRecord(...first, { title }),
  remove: (id) => (registry) => core(registry).deleteEntityRecord(...first, id, { force: true }),
  clear: (id) => (registry) => void core(registry).clearEntityRecordEdits(...first, id),
  undo: () => (registry) => void core(registry).undo(),
  redo: () => (registry) => void core(registry).redo(),
  receive: (id, title) => (registry) =>
    void core(registry).receiveEntityRecords(...first, [
      {
        id,
        type: 'post',
        status: 'publish',
        slug: `post-${id}`,
        title: { raw: title, rendered: title },
        content: { raw: 'By hand', rendered: '' },
        excerpt: { raw: '', rendered: '' },
        sticky: false,
        meta: { a: 1, b: 2 },
      },
    ]),
  invalidate: (query) => (registry) =>
    void core(registry).invalidateResolution('getEntityRecords', [...first, query]),
}

/** Differences that are meant, after what has been played. */
function isMeant({ name, theirs, ours }, played) {
  // While typing is staged there is something to undo.
  const isTyping = played.some(([step, , , options]) => step === 'edit' && options?.isCached)
  if (name === 'hasUndo' && isTyping && ours && !theirs) return true
  // Typing that brings a level back to where it began leaves a level that does nothing on core-data alone.
  const isBack = played.some(
    ([step, id, edits, options]) => step === 'edit' && options?.isCached && edits.title === `Post ${id}`,
  )
  if (name === 'hasUndo' && isBack && !ours && theirs) return true
  // Of a record that was deleted ours leaves nothing to undo.
  const isGone = played.some(([step]) => step === 'remove')
  return name === 'hasUndo' && isGone && !ours && theirs
}

/** Plays one script on both, and gives the first difference that is not meant. */
async function play(script) {
  const twins = createTwins()
  const played = []
  for (const [name, ...args] of script) {
    played.push([name, ...args])
    if (name === 'list' && !twins.lists.some((query) => JSON.stringify(query) === JSON.stringify(args[0])))
      twins.lists.push(args[0])
    // What becomes of the edits of a deleted record differs: ours drops them.
    if (name === 'remove') twins.gone.add(args[0])
    const found = await twins.step(steps[name](...args))
    const differences = found.differences.filter((difference) => !isMeant(difference, played))
    if (differences.length > 0) return { played, differences }
  }
  return undefined
}

const scripts = {
  'a record, edited, saved': [
    ['read', 1],
    ['edit', 1, { title: 'New' }],
    ['save', 1],
  ],
  'an edit taken back by the saved value': [
    ['read', 1],
    ['edit', 1, { title: 'New' }],
    ['edit', 1, { title: 'Post 1' }],
  ],
  'an edit of meta beside another': [
    ['read', 1],
    ['edit', 1, { meta: { a: 9 } }],
    ['edit', 1, { meta: { b: 8 } }],
    ['save', 1],
  ],
  'undo, redo and a save': [
    ['read', 1],
    ['edit', 1, { title: 'A' }],
    ['edit', 1, { title: 'B' }],
    ['undo'],
    ['undo'],
    ['redo'],
    ['save', 1],
    ['undo'],
    ['redo'],
  ],
  'an edit that can’t be undone': [
    ['read', 1],
    ['edit', 1, { title: 'A' }, { undoIgnore: true }],
    ['undo'],
    ['save', 1],
  ],
  'a failing save, then one that goes well': [
    ['read', 1],
    ['edit', 1, { title: 'A' }],
    ['failingSave', 1],
    ['save', 1],
  ],
  'a list, its pages and totals': [
    ['list', { per_page: 2 }],
    ['list', { per_page: 2, page: 2 }],
    ['list', { per_page: -1 }],
  ],
  'a list with fields': [['list', { per_page: 3, _fields: 'id,title' }]],
  'a list after a save': [
    ['list', { per_page: 3 }],
    ['edit', 1, { title: 'Z' }],
    ['save', 1],
    ['list', { per_page: 3 }],
  ],
  'a list after a create': [
    ['list', { per_page: -1 }],
    ['create', 'Sixth'],
    ['list', { per_page: -1 }],
  ],
  'a list after a deletion': [
    ['list', { per_page: -1 }],
    ['remove', 3],
    ['list', { per_page: -1 }],
  ],
  'one field among several saved': [
    ['read', 1],
    ['edit', 1, { title: 'A', slug: 'b' }],
    ['saveField', 1, 'title'],
  ],
  'edits given up': [
    ['read', 1],
    ['edit', 1, { title: 'A' }],
    ['clear', 1],
  ],
  'a record put in by hand over edits': [
    ['read', 1],
    ['edit', 1, { title: 'A' }],
    ['receive', 1, 'A'],
  ],
  'a record put in by hand': [
    ['read', 2],
    ['receive', 2, 'By hand'],
  ],
  'a save of a record as it is given': [
    ['read', 1],
    ['saveRecord', { id: 1, title: 'Given' }],
  ],
  'a search': [
    ['list', { search: 'Post 1' }],
    ['invalidate', { search: 'Post 1' }],
    ['list', { search: 'Post 1' }],
  ],
  'two records edited and undone': [
    ['read', 1],
    ['read', 2],
    ['edit', 1, { title: 'A' }],
    ['edit', 2, { title: 'B' }],
    ['undo'],
    ['undo'],
    ['redo'],
  ],
}

describe('core-data and Copydesk', () => {
  it.each(Object.entries(scripts))('say the same of %s', async (name, script) => {
    expect(await play(script)).toBeUndefined()
  })

  it('say the same after each step of random histories', { timeout: 1_800_000 }, async () => {
    const count = Number(process.env.TWINS ?? 2000)
    // Half of them always the same, half of them new ones each time; with a seed, from there on.
    const fresh = Date.now() % 1_000_000_000
    const seeds = Array.from({ length: count }, (none, at) =>
      process.env.SEED ? Number(process.env.SEED) + at : at % 2 === 0 ? 20261122 + at : fresh + at,
    )
    let steps = 0
    for (const seed of seeds) {
      const history = historyOf(randomFrom(seed))
      steps += history.length
      expect(await play(history), `SEED=${seed} TWINS=1`).toBeUndefined()
    }
    const from = process.env.SEED ?? `20261122 and ${fresh}`
    process.stdout.write(`${count} histories of ${steps} steps end alike, from the seeds ${from} on.\n`)
  })
})

function randomFrom(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/**
 * A history without what is known to differ, each of it a row of `differences.test.mjs`: typing and undo together, undo
 * after a deletion, redo of meta, an edit of meta by the values it has, and a page of a list that is known whole after a
 * record was put in by hand.
 */
function historyOf(random) {
  const mode = ['undo', 'typing', 'deleting'][random(3)]
  const one = (...choices) => choices[random(choices.length)]
  const id = () => 1 + random(3)
  const query = () =>
    one(
      { per_page: 2 },
      { per_page: 2, page: 2 },
      { per_page: -1 },
      { search: 'Post' },
      { per_page: 3, _fields: 'id,title' },
    )
  const text = () => one('A', 'B', 'C', `Post ${id()}`)
  const gone = new Set()
  const living = () => [1, 2, 3].filter((candidate) => !gone.has(candidate))
  const some = () => living()[random(living().length)] ?? 1
  const history = [['read', 1]]
  const known = new Set([1])
  for (let left = 3 + random(6); left > 0; left--) {
    const target = some()
    const kind = random(10)
    if (kind === 0) {
      history.push(['read', target])
      known.add(target)
    } else if (kind === 1) {
      // What was put in by hand theirs asks for again with a page of a list that ours knows the whole of.
      const isByHand = history.some(([step]) => step === 'receive')
      const asked = query()
      if (random(3) === 0) history.push(['invalidate', asked])
      history.push(isByHand ? ['read', 1] : ['list', asked])
    } else if (!known.has(target)) {
      history.push(['read', target])
      known.add(target)
    } else if (kind < 5) {
      const edits =
        mode === 'undo'
          ? one({ title: text() }, { slug: text() }, { sticky: true })
          : one({ title: text() }, { meta: { a: 5 + random(1000) } }, { title: text(), sticky: true })
      history.push(['edit', target, edits, mode === 'typing' ? { isCached: true } : {}])
    } else if (kind === 5) history.push(['save', target])
    else if (kind === 6) history.push([one('failingSave', 'clear'), target])
    else if (kind === 7) history.push(mode === 'undo' ? ['undo'] : ['receive', target, text()])
    else if (kind === 8) {
      if (mode === 'undo') history.push(['redo'])
      else if (mode === 'deleting' && living().length > 1) {
        history.push(['remove', target])
        gone.add(target)
      } else history.push(['create', text()])
    } else {
      // A field without an edit: theirs sends a request with nothing but the id.
      const field = one('title', 'slug')
      history.push(
        ['edit', target, { [field]: `Field ${left} ${random(1000)}` }, {}],
        ['saveField', target, field],
      )
    }
  }
  return history
}
