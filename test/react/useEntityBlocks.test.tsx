import {
  type ContentBlock,
  editEntityRecord,
  type EntityStore,
  fetchEntityRecord,
  receiveEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectUndoHistory,
  undo,
} from 'copydesk'
import {
  EntityProvider,
  useEntityBlocks,
  type UseEntityBlocksResult,
  useEntityField,
  useEntityProp,
  useEntityRecord,
} from 'copydesk/react'
import { Component, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { post, type Rule } from '../support/fakeServer'
import { mark, paragraph, paragraphCodec, paragraphs } from '../support/paragraphs'
import { after, show, siteStore, takeComplaints } from '../support/screen'

const texts = (blocks: readonly ContentBlock[] | undefined) =>
  blocks?.map(({ attributes }) => attributes.content)

const textPost = (id: number, text: string) =>
  post(id, { content: { raw: text, rendered: text }, meta: { footnotes: '' } })

/** A store with a codec whose server knows posts of two paragraphs. */
function blockStore(text = paragraphs('One', 'Two')) {
  const rule = ({ path }: { path: string }) => {
    const [, id] = /^\/wp\/v2\/posts\/(\d+)/.exec(path) ?? []
    return id === undefined ? undefined : textPost(Number(id), text)
  }
  return siteStore(rule, { blocks: paragraphCodec() })
}

function showBlocks(store: EntityStore, options: { id?: number; provided?: number } = { id: 1 }) {
  const all: UseEntityBlocksResult[] = []
  const useBlocks = () => useEntityBlocks('postType', 'post', { id: options.id })
  const Blocks = () => {
    all.push(useBlocks())
    return null
  }
  show(
    store,
    <EntityProvider kind="postType" name="post" id={options.provided}>
      <Blocks />
    </EntityProvider>,
  )
  return { all, last: () => all.at(-1) as UseEntityBlocksResult }
}

describe('useEntityBlocks', () => {
  it('reads the post and gives its blocks, undefined before', async () => {
    const { store, log } = await blockStore()
    const { all, last } = showBlocks(store)
    expect(all[0]?.[0]).toBeUndefined()
    await after()
    expect(texts(last()[0])).toEqual(['One', 'Two'])
    expect(log).toEqual(['GET /wp/v2/posts/1?context=edit'])
  })

  it('gives the same blocks to every component, and after one was mounted anew', async () => {
    const { store } = await blockStore()
    const one = showBlocks(store)
    const other = showBlocks(store)
    await after()
    expect(one.last()[0]).toBe(other.last()[0])
    expect(showBlocks(store).last()[0]).toBe(one.last()[0])
    await after()
  })

  it('makes a level of what is typed into one block, where it is told which', async () => {
    const { store } = await blockStore()
    const { last } = showBlocks(store)
    await after()
    const type = (into: string, ...all: string[]) =>
      after(() =>
        last()[1](
          all.map((text) => paragraph(text)),
          { undoGroup: into },
        ),
      )
    const undone = async () => {
      await after(() => store.dispatch(undo()))
      return texts(last()[0])
    }
    await type('first', 'On', 'Two')
    await type('first', 'O', 'Two')
    await type('second', 'O', 'Tw')
    await type('second', 'O', 'T')
    expect(await undone()).toEqual(['O', 'Two'])
    // What is typed after an undo is no part of what was typed before it.
    await type('first', 'Ok', 'Two')
    expect(await undone()).toEqual(['O', 'Two'])
    expect(await undone()).toEqual(['One', 'Two'])
  })

  it('takes what is typed at once, as part of the next undo step, and a finished change as a step', async () => {
    const { store } = await blockStore()
    const { last } = showBlocks(store)
    await after()
    const typed = [paragraph('Typed')]
    await after(() => last()[1](typed))
    expect(last()[0]).toBe(typed)
    expect(selectUndoHistory(store.getState()).levels).toHaveLength(0)
    expect(selectDirtyEntityRecords(store.getState()).map(({ key }) => key)).toEqual([1])
    await after(() => last()[2](typed))
    expect(selectUndoHistory(store.getState()).levels).toHaveLength(1)
    await after(() => store.dispatch(undo()))
    expect(texts(last()[0])).toEqual(['One', 'Two'])
  })

  it('keeps the selection and the footnotes with the blocks', async () => {
    const { store } = await blockStore()
    const { last } = showBlocks(store)
    await after()
    await after(() => last()[2]([paragraph(mark('a', '*'))], { selection: { offset: 1 } }))
    expect(texts(last()[0])).toEqual([mark('a', 1)])
    expect(selectEditedEntityRecord(store.getState(), 'postType', 'post', 1)).toMatchObject({
      selection: { offset: 1 },
      meta: { footnotes: '[{"id":"a","content":""}]' },
    })
  })

  it('keeps its functions, and does not render again for other fields or other posts', async () => {
    const { store } = await blockStore()
    const { all } = showBlocks(store)
    await after()
    const before = all.length
    await after(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' })))
    await after(() => store.dispatch(receiveEntityRecords('postType', 'post', [textPost(2, 'x')])))
    expect(all).toHaveLength(before)
    expect(new Set(all.map(([, onInput]) => onInput)).size).toBe(1)
    expect(new Set(all.map(([, , onChange]) => onChange)).size).toBe(1)
  })

  it('follows a text that somebody else wrote', async () => {
    const { store } = await blockStore()
    const { last } = showBlocks(store)
    await after()
    await after(() =>
      store.dispatch(receiveEntityRecords('postType', 'post', [textPost(1, paragraphs('Theirs'))])),
    )
    expect(texts(last()[0])).toEqual(['Theirs'])
  })

  it('is about the record of the nearest provider without an id, and about its own with one', async () => {
    const { store } = await blockStore()
    store.dispatch(
      receiveEntityRecords('postType', 'post', [
        textPost(1, paragraphs('P1')),
        textPost(2, paragraphs('P2')),
      ]),
    )
    expect(texts(showBlocks(store, { provided: 1 }).last()[0])).toEqual(['P1'])
    expect(texts(showBlocks(store, { provided: 1, id: 2 }).last()[0])).toEqual(['P2'])
    await after()
  })

  it('asks for nothing without an id, and its functions say so', async () => {
    const { store, log } = await blockStore()
    const { last } = showBlocks(store, {})
    await after()
    expect(last()[0]).toBeUndefined()
    expect(log).toEqual([])
    expect(() => last()[2]([paragraph('Mine')])).toThrow(expect.objectContaining({ code: 'missing_id' }))
  })

  it('gives undefined in a store without a codec, and its functions say to pass one', async () => {
    const { store } = await siteStore(() => textPost(1, 'Text'))
    const { last } = showBlocks(store)
    await after()
    expect(last()[0]).toBeUndefined()
    expect(() => last()[1]([])).toThrow('{ blocks: { parse, serialize } } to createEntityStore')
  })

  it('throws while rendering where the text can not be parsed, and wakes the others all the same', async () => {
    const { store } = await blockStore()
    const caught: unknown[] = []
    class Boundary extends Component<{ children: ReactNode }> {
      override state = { failed: false }
      static getDerivedStateFromError() {
        return { failed: true }
      }
      override componentDidCatch(error: unknown) {
        caught.push(error)
      }
      override render() {
        return this.state.failed ? null : this.props.children
      }
    }
    const Blocks = () => <p>{String(texts(useEntityBlocks('postType', 'post', { id: 1 })[0]))}</p>
    show(
      store,
      <Boundary>
        <Blocks />
      </Boundary>,
    )
    const other = showBlocks(store, { id: 2 })
    await after()
    await after(() =>
      store.dispatch(
        receiveEntityRecords('postType', 'post', [
          textPost(1, '<!-- broken'),
          textPost(2, paragraphs('Fine')),
        ]),
      ),
    )
    expect(caught).toEqual([expect.objectContaining({ code: 'invalid_record' })])
    expect(texts(other.last()[0])).toEqual(['Fine'])
    expect(takeComplaints()).toContain('Boundary')
  })
})

describe('Blocks below a provider with a revision', () => {
  const rule: Rule = ({ path }) => {
    if (path.includes('/revisions/')) return { id: 21, content: { raw: paragraphs('Before') } }
    return path.startsWith('/wp/v2/posts/') ? textPost(1, paragraphs('One', 'Two')) : undefined
  }

  async function shown(revisionId: number | undefined, codec = paragraphCodec()) {
    const { store, log } = await siteStore(rule, { blocks: codec })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    const all: UseEntityBlocksResult[] = []
    const Blocks = () => {
      all.push(useEntityBlocks('postType', 'post'))
      return null
    }
    const tree = (revision: number | undefined) => (
      <EntityProvider kind="postType" name="post" id={1} revisionId={revision}>
        <Blocks />
      </EntityProvider>
    )
    const { rerender } = show(store, tree(revisionId))
    await after()
    return {
      ...{ store, log, all, codec },
      last: () => all.at(-1) as UseEntityBlocksResult,
      turnTo: (revision: number | undefined) => after(() => rerender(tree(revision))),
    }
  }

  it('are those of the revision, parsed once, and undefined before it is known', async () => {
    const { all, last, log, codec, turnTo } = await shown(21)
    expect(all[0]?.[0]).toBeUndefined()
    const before = last()[0]
    expect(texts(before)).toEqual(['Before'])
    expect(log.at(-1)).toContain('/wp/v2/posts/1/revisions/21?')
    await turnTo(undefined)
    expect(texts(last()[0])).toEqual(['One', 'Two'])
    await turnTo(21)
    expect(last()[0]).toBe(before)
    expect(codec.parsed).toEqual([paragraphs('Before'), paragraphs('One', 'Two')])
  })

  it('can’t be edited, neither in the revision nor in the record', async () => {
    const { store, last, turnTo } = await shown(21)
    const [, onInput, onChange] = last()
    await after(() => onInput([paragraph('New')]))
    await after(() => onChange([paragraph('New')]))
    expect(texts(last()[0])).toEqual(['Before'])
    expect(selectDirtyEntityRecords(store.getState())).toEqual([])
    await turnTo(undefined)
    await after(() => last()[2]([paragraph('New')]))
    expect(texts(last()[0])).toEqual(['New'])
  })
})

describe('the text beside edited blocks', () => {
  it('is a text in the edited record, which nobody computes who does not read it', async () => {
    let written = 0
    const codec = paragraphCodec()
    const serialize = (blocks: readonly ContentBlock[]) => {
      written++
      return codec.serialize(blocks)
    }
    const rule = () => textPost(1, paragraphs('One'))
    const { store } = await siteStore(rule, { blocks: { ...codec, serialize } })
    const { last } = showBlocks(store)
    const shown: unknown[] = []
    const Title = () => {
      shown.push(useEntityRecord('postType', 'post', 1).editedRecord?.title)
      return null
    }
    show(store, <Title />)
    await after()
    for (const text of ['M', 'Mi', 'Min', 'Mine']) await after(() => last()[1]([paragraph(text)]))
    expect(written).toBe(0)
    const texts: unknown[] = []
    const Text = () => {
      texts.push(useEntityRecord('postType', 'post', 1).editedRecord?.content)
      texts.push(useEntityProp('postType', 'post', 'content', 1)[0])
      return null
    }
    show(store, <Text />)
    await after()
    expect(texts.slice(-2)).toEqual([paragraphs('Mine'), paragraphs('Mine')])
    expect(written).toBe(1)
    expect(selectEditedEntityRecord(store.getState(), 'postType', 'post', 1)?.content).toBe(
      paragraphs('Mine'),
    )
    expect(shown.length).toBeGreaterThan(0)
  })

  it('is a text in a field of a form, that can be edited as one', async () => {
    const { store } = await blockStore()
    const { last } = showBlocks(store)
    const fields: ReturnType<typeof useEntityField<'postType', 'post', 'content'>>[] = []
    const Field = () => {
      fields.push(useEntityField('postType', 'post', 1, 'content'))
      return null
    }
    show(store, <Field />)
    await after()
    await after(() => last()[2]([paragraph('Mine')]))
    expect(fields.at(-1)).toMatchObject({ value: paragraphs('Mine'), isDirty: true })
    await after(() => fields.at(-1)?.set(paragraphs('Mine', 'Too')))
    expect(texts(last()[0])).toEqual(['Mine', 'Too'])
    expect(fields.at(-1)?.value).toBe(paragraphs('Mine', 'Too'))
  })
})
