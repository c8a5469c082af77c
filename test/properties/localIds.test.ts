import {
  createUndoLevel,
  deleteEntityRecord,
  editEntityRecord,
  type EntityId,
  fetchEntityRecord,
  fetchEntityRecords,
  loadEntityConfigs,
  redo,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectHasUndo,
  undo,
} from 'copydesk'
import { createEntityRecord, isLocalId, selectCurrentId } from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { only, person } from '../support/person'
import { figuresOf, longestLaw } from '../support/lawRuns'
import { seeds } from '../support/seeds'

const names = ['post', 'page'] as const
type Name = (typeof names)[number]

type Step =
  | { readonly do: 'make'; readonly name: Name; readonly within: number }
  | {
      readonly do: 'refer'
      readonly from: number
      readonly to: number
      readonly how: 'parent' | 'text' | 'meta'
    }
  | { readonly do: 'type' | 'save' | 'saveLate' | 'giveUp' | 'list'; readonly at: number }
  | { readonly do: 'saveAll' | 'undo' | 'redo' | 'level' | 'refuse' | 'lose' }

const at = fc.nat(7)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('make' as const), name: fc.constantFrom(...names), within: at }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refer' as const),
      from: at,
      to: at,
      how: fc.constantFrom('parent' as const, 'text' as const, 'meta' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'type' as const,
        'save' as const,
        'saveLate' as const,
        'giveUp' as const,
        'list' as const,
      ),
      at,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'saveAll' as const,
        'undo' as const,
        'redo' as const,
        'level' as const,
        'refuse' as const,
        'lose' as const,
      ),
    }),
  },
)

describe('L8: no request holds a local id, and once all is answered only the aliases do', () => {
  const figures = figuresOf('L8')

  it.each(seeds(150, 150))('$seeded', { timeout: longestLaw }, async ({ parameters }) => {
    let made = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), async (steps) => {
        figures.history()
        const site = createMockSite({ posts: [{ id: 11, title: 'There' }] })
        const { store } = person({ site, durability: only({ lists: true }) })
        const { dispatch, getState } = store
        await dispatch(loadEntityConfigs('postType'))
        await dispatch(fetchEntityRecord('postType', 'post', 11))
        const records: { readonly name: Name; readonly id: EntityId }[] = [{ name: 'post', id: 11 }]
        const drafts: EntityId[] = []
        const pick = (place: number) => records[place % records.length] as (typeof records)[number]
        const edit = (place: number, edits: object) => {
          const { name, id } = pick(place)
          dispatch(editEntityRecord<string, string>('postType', name, id, edits))
        }
        const save = (place: number) => {
          const { name, id } = pick(place)
          return dispatch(saveEditedEntityRecord<string, string>('postType', name, id))
        }

        for (const one of steps) {
          if (one.do === 'make') {
            const parent = pick(one.within)
            const id = dispatch(
              createEntityRecord<string, string>('postType', one.name, {
                title: 'New',
                ...(one.name === 'page' && parent.name === 'page' && { parent: parent.id }),
              }),
            )
            records.push({ name: one.name, id })
            drafts.push(id)
          }
          if (one.do === 'refer') {
            const { id, name } = pick(one.to)
            if (one.how === 'text')
              edit(one.from, { content: `<a class="wp-${id}" data-id="${id}7">${id}</a>` })
            else if (one.how === 'meta') edit(one.from, { meta: { footnotes: `[{"id":${id}}]` } })
            else if (name === 'page' && pick(one.from).name === 'page' && one.from !== one.to)
              edit(one.from, { parent: id })
          }
          if (one.do === 'type') edit(one.at, { title: `T${steps.indexOf(one)}` })
          if (one.do === 'save') await save(one.at)
          if (one.do === 'saveLate') {
            const saved = save(one.at)
            edit(one.at, { excerpt: `E${steps.indexOf(one)}` })
            await saved
          }
          if (one.do === 'giveUp') {
            const { name, id } = pick(one.at)
            if (isLocalId(selectCurrentId(getState(), 'postType', name, id)))
              await dispatch(deleteEntityRecord('postType', name, id, { force: true }))
          }
          if (one.do === 'list')
            await dispatch(fetchEntityRecords('postType', 'page', { parent: pick(one.at).id as number }))
          if (one.do === 'saveAll') await dispatch(saveDirtyEntityRecords())
          if (one.do === 'undo') dispatch(undo())
          if (one.do === 'redo') dispatch(redo())
          if (one.do === 'level') dispatch(createUndoLevel())
          if (one.do === 'refuse') site.fail(/^(POST|PUT)/, { status: 400, code: 'rest_refused' })
          if (one.do === 'lose') site.fail(/^(POST|PUT)/, 'offline')
        }
        for (let tries = 0; tries < 4; tries++) await dispatch(saveDirtyEntityRecords())
        for (const { path, body } of site.requests) {
          const sent = `${decodeURIComponent(path)} ${JSON.stringify(body)}`
          // One that another digit follows is none.
          for (const id of drafts) expect(sent.replaceAll(`${id}7`, '')).not.toContain(String(id))
        }
        const answered = Object.entries(getState().entities.aliases ?? {}).flatMap(([local, { id }]) =>
          id === undefined ? [] : [local],
        )
        made += answered.length
        const standing = () => {
          const text = JSON.stringify(getState(), (name, value: unknown) => (name === 'aliases' ? 0 : value))
          return answered.filter((local) => text.replaceAll(`${local}7`, '').includes(local))
        }
        expect(standing()).toEqual([])
        while (selectHasUndo(getState())) dispatch(undo())
        expect(standing()).toEqual([])
        // What refers to a draft that was undone is all that can't be saved.
        for (const { key } of selectDirtyEntityRecords(getState())) expect(key).toBeDefined()
        figures.ended()
      }),
      parameters,
    )
    expect(made).toBeGreaterThan(parameters.numRuns * 0.6)
  })
})
