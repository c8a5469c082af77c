// Each row of what differs between core-data and Copydesk, as both are seen to do it, and each in which Copydesk does as
// core-data. A row that no longer differs, or differs otherwise, fails.
import { describe, expect, it } from 'vitest'
import { createTwins, untilQuiet } from './twins.mjs'

const posts = ['postType', 'post']
const first = [...posts, 1]

/** What a script speaks with: selectors, actions and waiting reads of one of the two. */
function parts(registry) {
  return {
    select: registry.select('core'),
    act: registry.dispatch('core'),
    read: registry.resolveSelect('core'),
  }
}
const edited = (select, id = 1) => select.getEditedEntityRecord(...posts, id)
const typing = { isCached: true }

async function withFirst(registry) {
  const all = parts(registry)
  await all.read.getEntityRecord(...first)
  return all
}

/** By what each does: its script, and what comes of it. */
const differing = {
  'page 1 when only page 2 is known': [
    async (registry) => {
      const { select, read } = parts(registry)
      await read.getEntityRecords(...posts, { per_page: 2, page: 2 })
      return select.getEntityRecords(...posts, { per_page: 2 })
    },
    { theirs: [], ours: null },
  ],
  'all rows when two of five are known': [
    async (registry) => {
      const { select, read } = parts(registry)
      await read.getEntityRecords(...posts, { per_page: 2 })
      return select.getEntityRecords(...posts, { per_page: -1 })?.length
    },
    { theirs: 2, ours: undefined },
  ],
  'redo of one entry of meta': [
    async (registry) => {
      const { select, act } = await withFirst(registry)
      await act.editEntityRecord(...first, { meta: { a: 9 } })
      await act.undo()
      await act.redo()
      return edited(select).meta
    },
    { theirs: { a: 9 }, ours: { a: 9, b: 2 } },
  ],
  'a record without an id': [
    async (registry, site) => {
      const { select } = await withFirst(registry)
      const before = site.log.length
      select.getEntityRecord(...posts, undefined)
      await untilQuiet(site)
      return site.log.length - before
    },
    { theirs: 1, ours: 0 },
  ],
  'the same list again': [
    async (registry) => {
      const { select, act, read } = parts(registry)
      const before = await read.getEntityRecords(...posts)
      await act.invalidateResolution('getEntityRecords', posts)
      await read.getEntityRecords(...posts)
      return select.getEntityRecords(...posts) === before
    },
    { theirs: false, ours: true },
  ],
  'hasUndo while typing': [
    async (registry) => {
      const { select, act } = await withFirst(registry)
      await act.editEntityRecord(...first, { title: 'N' }, typing)
      return select.hasUndo()
    },
    { theirs: false, ours: true },
  ],
  'typing after a level was closed': [
    async (registry) => {
      const { select, act } = await withFirst(registry)
      await act.editEntityRecord(...first, { title: 'N' }, typing)
      await act.__unstableCreateUndoLevel()
      await act.editEntityRecord(...first, { title: 'Ne' }, typing)
      await act.undo()
      return edited(select).title
    },
    { theirs: 'Post 1', ours: 'N' },
  ],
  'deleting without force': [
    async (registry) => {
      const { select, act } = await withFirst(registry)
      await act.deleteEntityRecord(...first)
      return select.__experimentalGetEntityRecordNoResolver(...first)?.status
    },
    { theirs: undefined, ours: 'trash' },
  ],
  'the body of an update': [
    async (registry, site) => {
      const { act } = await withFirst(registry)
      await act.editEntityRecord(...first, { title: 'New' })
      await act.saveEditedEntityRecord(...first)
      return site.bodies.at(-1)
    },
    { theirs: { id: 1, title: 'New' }, ours: { title: 'New' } },
  ],
  'what the promise of an action gives': [
    async (registry) => {
      const { act } = await withFirst(registry)
      return typeof (await act.receiveCurrentUser({ id: 7 }))
    },
    { theirs: 'object', ours: 'undefined' },
  ],
  'the order of records with edits': [
    async (registry) => {
      const { select, act, read } = parts(registry)
      await read.getEntityRecords(...posts)
      await act.editEntityRecord(...posts, 2, { title: 'B' })
      await act.editEntityRecord(...posts, 1, { title: 'A' })
      return select.__experimentalGetDirtyEntityRecords().map(({ key }) => key)
    },
    { theirs: [1, 2], ours: [2, 1] },
  ],
  'an edit of meta by the values that it has': [
    async (registry) => {
      const { select, act } = await withFirst(registry)
      await act.editEntityRecord(...first, { meta: { a: 1 } })
      return select.hasUndo()
    },
    { theirs: true, ours: false },
  ],
  'typing that brings a level back to where it began': [
    async (registry) => {
      const { select, act } = await withFirst(registry)
      await act.editEntityRecord(...first, { title: 'New' })
      await act.editEntityRecord(...first, { title: 'Post 1' }, typing)
      return select.hasUndo()
    },
    { theirs: true, ours: false },
  ],
  'what is left to undo of a deleted record': [
    async (registry) => {
      const { select, act } = await withFirst(registry)
      await act.editEntityRecord(...first, { title: 'New' })
      await act.deleteEntityRecord(...first, { force: true })
      return select.hasUndo()
    },
    { theirs: true, ours: false },
  ],
  'a page of a list that is known whole': [
    async (registry, site) => {
      const { act, read } = parts(registry)
      await read.getEntityRecords(...posts, { per_page: -1 })
      const before = site.log.length
      await read.getEntityRecords(...posts, { per_page: 2 })
      return site.log.length - before
    },
    { theirs: 1, ours: 0 },
  ],
  'edits that were taken back': [
    async (registry) => {
      const { select, act } = await withFirst(registry)
      await act.editEntityRecord(...first, { title: 'New' })
      await act.editEntityRecord(...first, { title: 'Post 1' })
      return select.getEntityRecordEdits(...first)
    },
    { theirs: {}, ours: undefined },
  ],
}

const alike = {
  'edits of a record that is not known': async (registry) => {
    const { select, act } = await withFirst(registry)
    await act.editEntityRecord(...posts, 77, { title: 'New' })
    return select.__experimentalGetDirtyEntityRecords()
  },
  'an edit without an id': async (registry) => {
    const { select, act } = await withFirst(registry)
    await act.editEntityRecord(...posts, undefined, { title: 'New' })
    return edited(select).title
  },
  'an instance within an edit': async (registry) => {
    const { select, act } = await withFirst(registry)
    const date = new Date(0)
    await act.editEntityRecord(...first, { date })
    return edited(select).date === date
  },
  'blocks by identity': async (registry) => {
    const { select, act } = await withFirst(registry)
    const blocks = [{ clientId: 'a', attributes: {}, innerBlocks: [] }]
    await act.editEntityRecord(...first, { blocks })
    await act.undo()
    await act.redo()
    return edited(select).blocks === blocks
  },
  'a field that nobody sent': async (registry) => {
    const { read } = parts(registry)
    const list = await read.getEntityRecords(...posts, { per_page: 2, _fields: 'id,nothing' })
    return list.map((row) => Object.keys(row).sort())
  },
  'the user, an embed and a template that are put in by hand': async (registry) => {
    const { select, act } = await withFirst(registry)
    await act.receiveCurrentUser({ id: 7 })
    await act.receiveEmbedPreview('https://example.org/', { html: 'x' })
    await act.receiveDefaultTemplateId({ slug: 'home' }, 'tides//home')
    return [
      select.getCurrentUser(),
      select.getEmbedPreview('https://example.org/'),
      select.getDefaultTemplateId({ slug: 'home' }),
    ]
  },
  'one autosave after a read of all': async (registry) => {
    const { select, act, read } = await withFirst(registry)
    await read.getAutosaves('post', 1)
    await act.receiveAutosaves(1, { id: 72, author: 2 })
    return select.getAutosaves('post', 1)
  },
  'a save of one that fails': async (registry, site) => {
    const { select, act } = await withFirst(registry)
    await act.editEntityRecord(...first, { title: 'New' })
    site.refuseNext()
    await act.saveEditedEntityRecord(...first)
    return [select.getLastEntitySaveError(...first)?.code, edited(select).title]
  },
  'a list that fails': async (registry) => {
    const { select, read } = parts(registry)
    const list = await read.getEntityRecords('root', 'user')
    return [list, select.getResolutionState('getEntityRecords', ['root', 'user'])]
  },
  'an entity that there is not': async (registry) => {
    const { select, read } = parts(registry)
    await read.getEntityRecord('shop', 'book', 1)
    return select.getResolutionState('getEntityRecord', ['shop', 'book', 1])
  },
  'undo to what is saved': async (registry) => {
    const { select, act } = await withFirst(registry)
    await act.editEntityRecord(...first, { title: 'New' })
    await act.undo()
    return [select.__experimentalGetDirtyEntityRecords(), select.hasRedo()]
  },
  'what the user may do after a read': async (registry) => {
    const { select } = await withFirst(registry)
    return ['create', 'read', 'update', 'delete'].map((action) =>
      select.canUser(action, { kind: 'postType', name: 'post', id: 1 }),
    )
  },
}

describe('Copydesk', () => {
  it.each(Object.entries(differing))('differs from core-data in %s', async (what, [script, expected]) => {
    expect(await createTwins().each(script)).toEqual(expected)
  })

  it.each(Object.entries(alike))('does as core-data with %s', async (what, script) => {
    const { theirs, ours } = await createTwins().each(script)
    expect(ours).toEqual(theirs)
    expect(theirs).not.toEqual({ thrown: expect.anything() })
  })
})
