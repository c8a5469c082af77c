import type { ConfigSliceState } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { blockField, selectBlockServices, type BlockServices, type ContentBlock } from '../edits/blockCodec'
import type { LazyEdit } from '../edits/lazyEdit'
import { storedEdit, type EditsSliceState } from '../edits/storedEdits'
import { editedOf, selectEditedView, type EditedView } from '../edits/selectors'
import type { EntitiesSliceState } from '../entities/reducer'
import { EntityStoreError, storeError } from '../core/errors'
import type { FootnoteMemory } from './syncFootnotes'
import { entityKey, type EntityId } from '../core/keys'
import { isRecord, own, type RecordData } from '../core/plain'
import { reuse } from '../core/reuse'
import type { QueriesSliceState } from '../queries/reducer'
import type { QueryInput } from '../core/query'
import { revisionsLocation } from '../revisions/revisionsLocation'
import { selectRevision } from '../revisions/selectors'

/** What blocks are read from. */
export type BlockState = ConfigSliceState & EntitiesSliceState & EditsSliceState

/**
 * The blocks of a record: those that were edited, as long as its text is what they come to, else its edited text,
 * parsed when it is asked for and once. They stay the same objects while the text does. Undefined while the record is
 * not known, for an entity without blocks, and without a codec unless blocks were edited.
 * @throws EntityStoreError `invalid_record` naming the record whose text the codec could not parse.
 * (spec.md, section 3)
 */
export function selectEntityBlocks(
  state: BlockState,
  kind: string,
  name: string,
  id?: EntityId,
): readonly ContentBlock[] | undefined {
  const view = selectEditedView(state, kind, name, id)
  if (view === undefined) return undefined
  const services = selectBlockServices(state)
  const field = blockField(view.config)
  const edited = storedEdit(view.row, 'blocks') as readonly ContentBlock[] | undefined
  const record = editedOf(view)
  const content = field && own(record, field)
  // A lazy text is what edited blocks will come to.
  if (edited && !(services && typeof content === 'string')) return edited
  const text = typeof content === 'function' ? (content as LazyEdit)(record as RecordData) : content
  if (!services || typeof text !== 'string') return undefined
  return readBlocks(
    services,
    blockMemory(services, view),
    text,
    edited,
    `${field} of (${kind}, ${name}) ${id}`,
  )
}

/**
 * The blocks of an older version of a record, parsed once; otherwise as `selectEntityBlocks`.
 * @param query What was asked of the revision; its text has to be among that.
 */
export function selectRevisionBlocks(
  state: BlockState & QueriesSliceState,
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
  const memory = memoryAt(services, `${revisionsLocation(kind, name, id).entity}/${revisionId}`)
  const owner = `revision ${revisionId} of (${kind}, ${name}) ${id}`
  return readBlocks(services, memory, text, undefined, `${field} of ${owner}`)
}

/** A text as blocks: the edited ones where it is what they come to, else those that it was parsed to before. */
function readBlocks(
  { codec }: BlockServices,
  memory: BlockMemory,
  text: string,
  edited: readonly ContentBlock[] | undefined,
  what: string,
): readonly ContentBlock[] | undefined {
  const version = codec.version?.()
  const isSame = memory.text === text && memory.version === version
  if (isSame && memory.edited === edited) return memory.blocks
  try {
    const isWritten = edited && codec.serialize(edited) === text
    const blocks = isWritten ? edited : isSame ? memory.blocks : reuse(memory.blocks, [...codec.parse(text)])
    Object.assign(memory, { text, version, edited, blocks })
    return blocks
  } catch (cause) {
    throw new EntityStoreError(
      'invalid_record',
      `The ${what} can't be read as blocks: ${storeError(cause).message}`,
      { cause },
    )
  }
}

/** What a store remembers of the blocks of one record. */
export interface BlockMemory extends FootnoteMemory {
  /** The text that blocks were asked for last. */
  text?: string
  /** What the codec called its version then. */
  version?: unknown
  /** The edited blocks that there were. */
  edited?: readonly ContentBlock[] | undefined
  /** The blocks that were given. */
  blocks?: readonly ContentBlock[]
}

/** The memory of a record's blocks. */
export function blockMemory(services: BlockServices, { config, key }: EditedView): BlockMemory {
  return memoryAt(services, `${entityKey(config.kind, config.name)}/${key}`)
}

function memoryAt({ memories }: BlockServices, path: string): BlockMemory {
  return (memories[path] ??= { footnotes: new Map() }) as BlockMemory
}
