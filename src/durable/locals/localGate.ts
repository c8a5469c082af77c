import type { Cells } from '../../core/cells'
import { selectEntityConfig } from '../../config/selectors'
import { EntityStoreError } from '../../core/errors'
import { entityKey } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { own } from '../../core/plain'
import type { Services, StoreAction } from '../../core/thunk'
import type { EndedWrite, SendWrite, WriteIntent } from '../../core/writeGate'
import { pickCells } from '../../edits/cells'
import { splitPath } from '../../edits/fieldPath'
import { applyEdits } from '../../edits/applyEdits'
import { selectEditedView } from '../../edits/selectors'
import { storedEdits } from '../../edits/storedEdits'
import { recordsRemoved } from '../../entities/actions'
import { sendFile } from '../../rest/sendFile'
import type { EntityStore } from '../../store/createEntityStore'
import type { DurableContext } from '../capability'
import { adoptTerm } from './adoptTerm'
import { replaceAddresses } from './draftAddresses'
import { isMedia, shownOfFile } from '../../media/shownOfFile'
import { findLocalIds, replaceInFields, withoutId } from './replaceIds'
import { idOf, selectReferences } from './selectors'
import { valuesOf } from '../../edits/storedEdits'

/**
 * Lets no local id leave: what refers to a record that is on the server by now gets its id, and what refers to a draft is
 * not sent. The deletion of a draft makes no request.
 * @throws EntityStoreError `local_reference`, naming what is referred to, or who refers to the draft that is to go.
 */
export async function passLocalIds(
  context: Pick<DurableContext, 'store' | 'services' | 'report' | 'files'>,
  intent: WriteIntent,
  send: SendWrite,
): Promise<EndedWrite> {
  const { services, files } = context
  const { getState } = context.store
  if (intent.what === 'delete') return isLocalId(intent.key) ? giveUp(getState, services, intent) : send()
  const isUpload = isLocalId(intent.key) && isMedia(intent)
  const fields = sendable({ getState }, intent, isUpload ? withoutShown(intent.fields) : intent.fields)
  if (!isUpload) {
    const sent = fields === intent.fields ? send() : send({ fields })
    return isLocalId(intent.key) ? sent.catch((error: unknown) => adoptTerm(context, intent, error)) : sent
  }
  const file = await files.find(String(intent.key))
  if (!file) {
    throw new EntityStoreError(
      'invalid_record',
      `The file of the draft ${intent.key} of (${intent.kind}, ${intent.name}) is not on this device any more. Choose it again.`,
    )
  }
  const fetcher = intent.options.fetcher ?? services.fetcher
  return send({ fields, fetcher: (request) => sendFile(fetcher, request, file.file, file.fileName) })
}

/** The fields with the ids that records have now. */
function sendable({ getState }: Pick<EntityStore, 'getState'>, intent: WriteIntent, fields: Cells): Cells {
  const { aliases = {} } = getState().entities
  let ready = fields
  for (const [path, { value }] of Object.entries(fields)) {
    for (const local of findLocalIds(value)) {
      const known = own(aliases, local)
      // A text may have such a number for reasons of its own.
      if (!known && !hasReference(value, local)) continue
      if (known?.id === undefined && isMadeOfItself(intent, fields)) {
        const left = withoutId(value, local)
        ready = pickCells({ ...ready, [path]: { value: left } }, (_, cell) => cell.value !== undefined)
        continue
      }
      if (known?.id === undefined) throw refusal(getState, intent, splitPath(path)[0], local)
      const { id, url } = known
      ready = replaceInFields(ready, { local, id, ...(url !== undefined && { url }) })
    }
  }
  return ready
}

/** Whether a draft has nothing to be made with but references to itself: it is made without them, and saved once more. */
function isMadeOfItself({ what, key }: WriteIntent, fields: Cells): boolean {
  return (
    what === 'create' &&
    key !== undefined &&
    Object.values(fields).every(({ value }) => {
      const locals = findLocalIds(value)
      return locals.size === 1 && locals.has(key)
    })
  )
}

/** Whether a value surely means a draft: by its id as a number, or by an address at which a page shows its file. */
function hasReference(value: unknown, local: string): boolean {
  if (typeof value === 'number') return String(value) === local
  if (typeof value === 'string') return replaceAddresses(value, local, '') !== value
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((inner) => hasReference(inner, local))
  )
}

function refusal(
  getState: EntityStore['getState'],
  intent: WriteIntent,
  field: string,
  local: string,
): EntityStoreError {
  const state = getState()
  const entity = own(state.entities.aliases, local)?.entity
  const config = Object.values(state.config.entities).find(
    ({ kind, name }) => entityKey(kind, name) === entity,
  )
  const draft = config
    ? `(${config.kind}, ${config.name})${titleOfDraft(getState, config, local)}`
    : 'a record'
  return new EntityStoreError(
    'local_reference',
    `'${field}' of (${intent.kind}, ${intent.name}) refers to the draft ${local} of ${draft}, which is not on the server yet. Save that first, or save everything with saveDirtyEntityRecords().`,
  )
}

function titleOfDraft(
  getState: EntityStore['getState'],
  { kind, name }: { readonly kind: string; readonly name: string },
  local: string,
): string {
  const values = valuesOf(selectEditedView(getState(), kind, name, idOf(local))?.row) ?? {}
  const title = values.title ?? values.name
  return typeof title === 'string' ? ` '${title}'` : ''
}

/** The end of a draft that is not to be saved any more. */
async function giveUp(
  getState: EntityStore['getState'],
  { nextSeq }: Services,
  { kind, name, entity, key, parameters }: WriteIntent,
): Promise<EndedWrite> {
  const local = String(key)
  const references = selectReferences(getState(), kind, name, idOf(local))
  const isForced = ['true', '1'].includes(String(parameters?.force))
  if (references.length > 0 && !isForced) {
    const names = references.map((one) =>
      `'${one.field}' of (${one.kind}, ${one.name}) ${one.key ?? ''}`.trim(),
    )
    throw new EntityStoreError(
      'local_reference',
      `The draft ${local} of (${kind}, ${name}) is referred to by ${names.join(', ')}. Change that first, or delete it with { force: true }, which takes the references out.`,
    )
  }
  const makeResults = (): StoreAction[] => [
    ...withoutReferences(getState, selectReferences(getState(), kind, name, idOf(local)), local),
    recordsRemoved({ kind, name, entity, keys: key === undefined ? [] : [key], seq: nextSeq() }),
  ]
  return Promise.resolve({ answer: { deleted: true }, makeResults })
}

function withoutReferences(
  getState: EntityStore['getState'],
  references: ReturnType<typeof selectReferences>,
  local: string,
): StoreAction[] {
  const records = new Map(references.map((one) => [`${entityKey(one.kind, one.name)} ${one.key ?? ''}`, one]))
  return [...records.values()].flatMap(({ kind, name, key }) => {
    const state = getState()
    const view = selectEditedView(state, kind, name, key)
    if (!view?.row || !selectEntityConfig(state, kind, name)) return []
    // Those that a text is computed from, too, as its blocks.
    const edits = Object.fromEntries(
      Object.entries(storedEdits(view.row)).flatMap(([field, value]) =>
        findLocalIds(value).has(local) ? [[field, withoutId(value, local)]] : [],
      ),
    )
    return [applyEdits(state, view, edits, 'ignore')]
  })
}

function withoutShown(fields: Cells): Cells {
  return pickCells(fields, (path) => !shownOfFile.includes(path))
}
