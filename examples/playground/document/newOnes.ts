import { selectEditedEntityRecord, type EntityState, type RecordReference } from 'copydesk'
import { selectDrafts, selectReferences } from 'copydesk/durable'
import { readField } from '../readField'

/** What a document may refer to before the site knows it. */
const referredTo = [
  ['taxonomy', undefined],
  ['postType', 'attachment'],
] as const

/**
 * The records that are still to be made and that a record refers to, by itself or by one of them: a new category, and the
 * new one above it.
 */
export function newOnes(state: EntityState, record: RecordReference): readonly RecordReference[] {
  const drafts = referredTo.flatMap(([kind, name]) =>
    (name === undefined ? taxonomiesIn(state) : [name]).flatMap((one) =>
      selectDrafts(state, kind, one).map(({ id }) => ({ kind, name: one, key: id })),
    ),
  )
  const found: RecordReference[] = []
  const all = [record]
  for (const by of all) {
    for (const draft of drafts) {
      if (found.includes(draft) || !refersTo(state, by, draft)) continue
      found.push(draft)
      all.push(draft)
    }
  }
  return found
}

function refersTo(state: EntityState, by: RecordReference, { kind, name, key }: RecordReference): boolean {
  const isSame = (one: RecordReference) =>
    one.kind === by.kind && one.name === by.name && String(one.key) === String(by.key)
  return (
    textOf(state, by).includes(String(key)) || selectReferences(state, kind, name, key ?? '').some(isSame)
  )
}

/** What is written in blocks is text only when it is asked for. */
function textOf(state: EntityState, { kind, name, key }: RecordReference): string {
  return String(readField(selectEditedEntityRecord<string, string>(state, kind, name, key), 'content') ?? '')
}

function taxonomiesIn(state: EntityState): readonly string[] {
  return Object.values(state.config.entities)
    .filter(({ kind }) => kind === 'taxonomy')
    .map(({ name }) => name)
}
