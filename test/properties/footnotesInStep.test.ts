import {
  type ContentBlock,
  editEntityBlocks,
  receiveEntityRecords,
  redo,
  selectEntityBlocks,
  selectHasRedo,
  selectHasUndo,
  undo,
} from 'copydesk'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { post } from '../support/fakeServer'
import { mark, paragraph, paragraphCodec } from '../support/paragraphs'
import { postStore } from '../support/postStore'
import { expectEqual } from '../support/expectEqual'
import { longestLaw } from '../support/lawRuns'
import { seeds } from '../support/seeds'

const at = fc.nat({ max: 5 })
const id = fc.constantFrom('a', 'b', 'c', 'd')
const typing = fc.boolean()

/** What an editor may do to blocks with footnotes. */
const step = fc.oneof(
  fc.record({ does: fc.constant('mark' as const), at, id, typing }),
  fc.record({ does: fc.constant('cut' as const), at, typing }),
  fc.record({ does: fc.constant('paste' as const), at, typing }),
  fc.record({ does: fc.constant('move' as const), at, typing }),
  fc.record({ does: fc.constant('nest' as const), at, typing }),
  fc.record({ does: fc.constant('write' as const), at, text: fc.constantFrom('One', 'Two', '') }),
  fc.record({ does: fc.constant('undo' as const) }),
  fc.record({ does: fc.constant('redo' as const) }),
)

const marksIn = (text: string) => [...text.matchAll(/data-fn="(\w+)".*?<a [^>]*>(.*?)<\/a>/g)]

describe('footnotes', () => {
  it.each(seeds(300, 100))(
    'keep in step with their marks through any cutting, pasting, moving, writing and undoing, and keep their texts, $seeded',
    { timeout: longestLaw },
    async ({ parameters }) => {
      const codec = paragraphCodec()
      const site = await postStore({ posts: [], blocks: codec })
      const { store } = site
      let count = 0
      fc.assert(
        fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
          const post1 = ++count
          const record = post(post1, { content: { raw: '', rendered: '' }, meta: { footnotes: '' } })
          store.dispatch(receiveEntityRecords('postType', 'post', [record]))
          const blocks = () => selectEntityBlocks(store.getState(), 'postType', 'post', post1) ?? []
          const list = () => {
            const { footnotes } = site.edited(post1)?.meta as { footnotes: string }
            return JSON.parse(footnotes || '[]') as { readonly id: string; readonly content: string }[]
          }
          const lastListed = new Map<string, string>()
          let clipboard: readonly ContentBlock[] = [paragraph(`Pasted ${mark('p', '*')}`)]

          /** Edits the blocks: every footnote has the text with which it was listed last, and marks show new places. */
          const edit = (next: readonly ContentBlock[], isCached: boolean) => {
            const before = list()
            for (const footnote of before) lastListed.set(footnote.id, footnote.content)
            store.dispatch(editEntityBlocks('postType', 'post', post1, next, { isCached }))
            for (const footnote of list()) expectEqual(footnote.content, lastListed.get(footnote.id) ?? '')
            const ids = list().map((footnote) => footnote.id)
            if (ids.join() === before.map((footnote) => footnote.id).join()) return
            for (const [, found = '', number] of marksIn(codec.serialize(blocks())))
              expectEqual(number, String(ids.indexOf(found) + 1))
          }

          for (const one of steps) {
            const now = blocks()
            const place = 'at' in one ? one.at % (now.length + 1) : 0
            const [target] = now.slice(place, place + 1)
            const others = now.filter((block) => block !== target)
            switch (one.does) {
              case 'mark':
                edit(
                  [...now.slice(0, place), paragraph(`Text ${mark(one.id, '*')}`), ...now.slice(place)],
                  one.typing,
                )
                break
              case 'cut':
                if (target) clipboard = [target]
                edit(others, one.typing)
                break
              case 'paste':
                edit([...now.slice(0, place), ...clipboard, ...now.slice(place)], one.typing)
                break
              case 'move':
                edit(target ? [...others, target] : [...others], one.typing)
                break
              case 'nest':
                if (target) {
                  const quote = {
                    name: 'core/quote',
                    attributes: { cite: `C${mark('c', '*')}` },
                    innerBlocks: [target],
                  }
                  edit([...others, quote], one.typing)
                }
                break
              case 'write': {
                const written = list().map((footnote, i) =>
                  i === one.at ? { ...footnote, content: one.text } : footnote,
                )
                if (written.length > 0) site.edit(post1, { meta: { footnotes: JSON.stringify(written) } })
                break
              }
              default:
                store.dispatch(one.does === 'undo' ? undo() : redo())
            }
            inStep()
          }
          const end = [blocks(), list()]
          let undone = 0
          while (selectHasUndo(store.getState())) {
            store.dispatch(undo())
            undone++
            inStep()
          }
          expectEqual([blocks(), list()], [[], []])
          for (; undone > 0 && selectHasRedo(store.getState()); undone--) store.dispatch(redo())
          expectEqual([blocks(), list()], end)
          while (selectHasUndo(store.getState())) store.dispatch(undo())

          /** The list is the references in their order. */
          function inStep(): void {
            const marks = marksIn(codec.serialize(blocks()))
            const ids = [...new Set(marks.map(([, found]) => found))]
            expectEqual(
              list().map((footnote) => footnote.id),
              ids,
            )
          }
        }),
        parameters,
      )
    },
  )
})
