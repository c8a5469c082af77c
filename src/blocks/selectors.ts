import { selectEntityConfig } from '../config/selectors'
import { blockField, selectBlockServices, type BlockServices, type ContentBlock } from '../edits/blockCodec'
import type { LazyEdit } from '../edits/lazyEdit'
import { shownEdit, type StateWithEdits } from '../edits/storedEdits'
import { editedOf, selectEditedView, type EditedView } from '../edits/selectors'
import { EntityStoreError, storeError } from '../core/errors'
import { recallBlocks, rememberBlocks } from './blockMemory'
import { entityKey, type EntityId } from '../core/keys'
import { isRecord, own, type RecordData } from '../core/plain'
import { reuse } from '../core/reuse'
import type { QueryInput } from '../core/query'
import { revisionsLocation } from '../revisions/revisionsLocation'
import { selectRevision } from '../revisions/selectors'

/**
 * The blocks of a record: those that were edited, as long as its text is what they come to, else its edited text,
 * parsed when it is asked for and once. They stay the same objects while the text does. Undefined while the record is
 * not known, for an entity without blocks, and without a codec unless blocks were edited.
 * @throws EntityStoreError `invalid_record` naming the record whose text the codec could not parse.
 */
export function selectEntityBlocks(
  state: StateWithEdits,
  kind: string,
  name: string,
  id?: EntityId,
): readonly ContentBlock[] | undefined {
  const view = selectEditedView(state, kind, name, id)
  if (view === undefined) return undefined
  const services = selectBlockServices(state)
  const field = blockField(view.config)
  const edited = shownEdit(view.row, 'blocks') as readonly ContentBlock[] | undefined
  const record = editedOf(view)
  const content = field && own(record, field)
  // A lazy text is what edited blocks will come to.
  if (edited && !(services && typeof content === 'string')) return edited
  const text = typeof content === 'function' ? (content as LazyEdit)(record as RecordData) : content
  if (!services || typeof text !== 'string') return undefined
  const owner = `${field} of (${kind}, ${name}) ${id}`
  return readBlocks(services, record as RecordData, blockPath(view), text, edited, owner)
}

/**
 * The blocks of an older version of a record, parsed once; otherwise as `selectEntityBlocks`.
 * @param query What was asked of the revision; its text has to be among that.
 */
export function selectRevisionBlocks(
  state: StateWithEdits,
  kind: string,
  name: string,
  id: EntityId,
  revisionId: EntityId,
  query: QueryInput,
): readonly ContentBlock[] | undefined {
  const config = selectEntityConfig(state, kind, name)
  const services = selectBlockServices(state)
  const field = config && blockField(config)
  const revision: RecordData | undefined = selectRevision(state, kind, name, id, revisionId, query)
  const content = field && own(revision, field)
  const text = isRecord(content) ? content.raw : content
  if (!services || typeof text !== 'string') return undefined
  const path = `${revisionsLocation(kind, name, id).entity}/${revisionId}`
  const owner = `${field} of revision ${revisionId} of (${kind}, ${name}) ${id}`
  return readBlocks(services, revision as RecordData, path, text, undefined, owner)
}

/** A text as blocks: the edited ones where it is what they come to, else those that it was parsed to before. */
function readBlocks(
  services: BlockServices,
  record: RecordData,
  path: string,
  text: string,
  edited: readonly ContentBlock[] | undefined,
  what: string,
): readonly ContentBlock[] | undefined {
  const { codec } = services
  const version = codec.version?.()
  const known = recallBlocks(services, record, path)
  const isSame = known?.text === text && known.version === version
  if (isSame && known.edited === edited) {
    rememberBlocks(services, record, path, known)
    return known.blocks
  }
  try {
    const isWritten = edited && codec.serialize(edited) === text
    const blocks = isWritten ? edited : isSame ? known.blocks : reuse(known?.blocks, [...codec.parse(text)])
    rememberBlocks(services, record, path, { text, version, edited, blocks })
    return blocks
  } catch (cause) {
    throw new EntityStoreError(
      'invalid_record',
      `The ${what} can't be read as blocks: ${storeError(cause).message}`,
      { cause },
    )
  }
}

/** Names a record among those whose blocks are remembered. */
export function blockPath({ config, key }: EditedView): string {
  return `${entityKey(config.kind, config.name)}/${key}`
}
