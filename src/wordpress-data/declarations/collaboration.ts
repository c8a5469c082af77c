import type { AvatarUrls } from '../../records/avatarUrls'
import type { selectionDirections, selectionTypes } from '../hooks/collaboration'
import type { AnyValue } from './anyValue'

// What core-data 8.1 declares for collaboration. Nobody collaborates through this store: the names are here for code that
// mentions them.

/** How the connection of a shared record stands. */
export type ConnectionStatus =
  | { status: 'connected' }
  | { status: 'connecting'; retryInMs?: number }
  | { status: 'disconnected'; error?: ConnectionError; canManuallyRetry?: boolean; retryInMs?: number }

/** Why there is no connection. */
export interface ConnectionError extends Error {
  code: string
}

/** Somebody who edits the same. */
export interface CollaboratorInfo {
  id: number | null
  name: string
  slug: string
  avatar_urls?: Partial<AvatarUrls>
  browserType: string
  /** When they came, in milliseconds since 1970. */
  enteredAt: number
}

/** What is known of whoever edits. */
export interface BaseState {
  collaboratorInfo: CollaboratorInfo
}

/** Where an editor is. */
export interface EditorState {
  selection?: SelectionState
}

/** What is known of whoever edits a post. */
export interface PostEditorState extends BaseState {
  editorState?: EditorState
}

/** The same, and whether they are there, and oneself. */
export type EnhancedState<State> = State & { clientId: number; isConnected: boolean; isMe: boolean }

/** What an editor of a post knows of each who edits it. */
export type PostEditorAwarenessState = EnhancedState<PostEditorState>

/** Of whom a part of a document is. */
export type DebugCollaboratorData = Pick<CollaboratorInfo, 'name'> & { wpUserId: number | null }

/** A document, written out. */
export interface YDocDebugData {
  doc: Record<string, unknown>
  clients: Record<number, SerializableYItem[]>
  collaboratorMap: Record<string, DebugCollaboratorData>
}

/** A part of a document that another one names. */
export interface SerializableYItemRef {
  id: AnyValue
  content: AnyValue
  origin: AnyValue
  length: number
}

/** A part of a document. */
export interface SerializableYItem extends SerializableYItemRef {
  [field: string]: AnyValue
  left: SerializableYItemRef | null
  right: SerializableYItemRef | null
}

/** Whether two values of a field are the same. */
export type EqualityFieldCheck<State, FieldName extends keyof State> = (
  value1?: State[FieldName],
  value2?: State[FieldName],
) => boolean

/** Somebody has saved. */
export interface PostSaveEvent {
  savedAt: number
  savedByClientId: number
  postStatus: string | undefined
}

/** Any function. */
export type AnyFunction = (...args: AnyValue[]) => AnyValue

/** Where a block is, from the outermost inwards. */
export type AbsoluteBlockIndexPath = number[]

/** One end of a selection, as the block editor has it. */
export interface WPBlockSelection {
  clientId: string
  attributeKey?: string
  offset?: number
}

/** A selection, as the block editor has it. */
export interface WPSelection {
  selectionStart: WPBlockSelection
  selectionEnd: WPBlockSelection
  initialPosition?: number | null
}

/** A place in a text, which stays the same while others write. */
export interface CursorPosition {
  relativePosition: AnyValue
  absoluteOffset: number
  attributeKey?: string
}

type SelectionType = typeof selectionTypes
type SelectionDirection = (typeof selectionDirections)[keyof typeof selectionDirections]

/** Nothing is selected. */
export interface SelectionNone {
  type: SelectionType['None']
}

/** A caret. */
export interface SelectionCursor {
  type: SelectionType['Cursor']
  cursorPosition: CursorPosition
}

/** A text within one block. */
export interface SelectionInOneBlock {
  type: SelectionType['SelectionInOneBlock']
  cursorStartPosition: CursorPosition
  cursorEndPosition: CursorPosition
  selectionDirection?: SelectionDirection
}

/** An end of a selection that goes over several blocks. */
export type SelectionEndpoint = SelectionCursor | SelectionWholeBlock

/** Several blocks, or parts of them. */
export interface SelectionInMultipleBlocks {
  type: SelectionType['SelectionInMultipleBlocks']
  startEndpoint: SelectionEndpoint
  endEndpoint: SelectionEndpoint
  selectionDirection?: SelectionDirection
}

/** One block as a whole. */
export interface SelectionWholeBlock {
  type: SelectionType['WholeBlock']
  blockPosition: AnyValue
}

/** What somebody has selected. */
export type SelectionState =
  | SelectionNone
  | SelectionCursor
  | SelectionInOneBlock
  | SelectionInMultipleBlocks
  | SelectionWholeBlock

/** A selection of somebody else, where it is here. */
export interface ResolvedSelection {
  richTextOffset: number | null
  localClientId: string | null
  attributeKey: string | null
}
