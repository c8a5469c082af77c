import type * as Yjs from 'yjs'
import type { EntityConfig } from '../../config/entityConfig'
import type { MergeKind } from '../merge/mergeValues'
import type { Stretch } from './stretches'
import type { Heard } from './versionCharacters'

/** How a record stands in a document: field by field, in one of its root maps. */
export interface RecordCodec {
  readonly name: 'plain' | 'structured'
  /** The room of an entity's records, and the name of its local copies. */
  objectType(config: EntityConfig): string
  /** How both sides of a field are merged. */
  mergeKind(config: EntityConfig, field: string): MergeKind
  /** Name of the document's root map that the fields stand in. */
  readonly root: string
  /** Whether the fields of a record are written into a new document, so that people can write inside them. */
  readonly isSeeded: boolean
  /** The codec for one document. */
  open(Y: typeof Yjs, doc: Yjs.Doc, config: EntityConfig): OpenCodec
}

/** A codec at work on one document. */
export interface OpenCodec {
  /** Whether the document is one of this codec; otherwise it must not be written to. */
  isForeign(): boolean
  has(field: string): boolean
  /** The value of a field; the same as long as nobody changes it. */
  read(field: string): unknown
  /** What of a text or of blocks a document had that had received so much of each hand; undefined for other values. */
  readAt(field: string, had: ReadonlyMap<number, number>): unknown
  /** Makes a field say something else, by as small a change as the codec can. */
  write(field: string, value: unknown): void
  /** Writes once more what an edit says already, over what others write there before they have received it. */
  repeat(field: string, edit: unknown): void
  /** Takes over what the document may not tell of a field: the ids of its blocks, entries that are on their way. */
  adopt(field: string, value: unknown): void
  /** As what the text or the blocks of a field were put into the document; undefined for other values. */
  madeAs(field: string): Yjs.ID | undefined
  /** The characters of a text, or the blocks with theirs, that say a version of it; undefined for other values. */
  characters(field: string, version: unknown): readonly Stretch[] | undefined
  /**
   * Takes out of a text or blocks what stands there twice of what the server says.
   * @param heard - What each hand of the server had received that has brought a version, by field, hash and hand, before a save,
   *   which is not to have it twice: what people have written unheard they may be still to say that they have saved.
   */
  dropSame(field: string, heard?: Heard): void
  /** Sets off words of others in texts from what they stand beside, where the blank between has been taken out here. */
  setOff(edit: (work: () => void) => void): void
  /** Takes a field out, where nobody has edits of it any more. */
  remove(field: string): void
  /** Takes out what stands in the document for this package's own use and an editor of WordPress would show. */
  tidy(): void
  /** What is in the document. */
  fields(): readonly string[]
  /** Takes note of what others changed, so that it is read anew; gives the fields that it is in. */
  forget(events: readonly Yjs.YEvent<Yjs.AbstractType<unknown>>[]): readonly string[]
  /** The shared text behind a text of the record, and back; for cursors. */
  textAt(place: TextPlace): Yjs.Text | undefined
  placeOf(text: Yjs.AbstractType<unknown>): TextPlace | undefined
}

/** Where a text is: a field, or an attribute of a block. */
export interface TextPlace {
  readonly field: string
  /** The block's `clientId`, for a text in a block. */
  readonly block?: string
  /** The block's attribute. */
  readonly attribute?: string
}

/** Where the whole of a record stands, as WordPress's editor has it too. */
export const documentMap = 'document'
/** Where edits stand that are whole values: WordPress's editor, which may come to the same document, never looks there. */
export const editsMap = 'edits'
/** Where it stands what the document is, and when its record was saved last. */
export const stateMap = 'state'
