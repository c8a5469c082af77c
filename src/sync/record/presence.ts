import type { Awareness } from 'y-protocols/awareness'
import type * as Yjs from 'yjs'
import { isEqual } from '../../core/isEqual'
import { isRecord, type RecordData } from '../../core/plain'
import { reuse } from '../../core/reuse'
import type { OpenCodec } from '../document/recordCodec'
import type { Collaborator, Cursor, SyncUser } from '../syncOptions'
import { collaboratorInfo, isWordPressEditor, userIn } from './collaboratorInfo'
import { editorState, endsIn } from './editorState'

/** Who is at a record, and where. */
export interface Presence {
  /** Tells the others who this is, unless they know. */
  introduce(user: SyncUser): void
  /** Tells the others where the cursor is, at most ten times a second; undefined for nowhere. */
  setCursor(cursor: Cursor | undefined): void
  /** The others; the same array as long as it says the same. */
  others(): readonly Collaborator[]
  /** Looks again where the cursors are that are in fields which have changed. */
  refresh(fields: readonly string[]): void
  /** Whether somebody else is here. */
  hasOthers(): boolean
  /** Whether somebody is here with WordPress's own editor. */
  hasWordPressEditor(): boolean
  /** How many of those who are here come before this one. */
  position(): number
  leave(): void
}

/** Milliseconds between two cursors that are sent. */
const cursorTime = 100

export function createPresence({
  Y,
  awareness,
  texts,
  doc,
  onChange,
}: {
  readonly Y: typeof Yjs
  readonly awareness: Awareness
  /** The shared texts, by the blocks as they are shown. */
  readonly texts: Pick<OpenCodec, 'textAt' | 'placeOf'>
  readonly doc: Yjs.Doc
  readonly onChange: () => void
}): Presence {
  let others: readonly Collaborator[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: Cursor | undefined
  const enteredAt = Date.now()
  awareness.on('change', lookAgain)

  /** A cursor that keeps its place while others write before it. */
  function shared(cursor: Cursor): object {
    const text = texts.textAt(cursor)
    const { anchor, head = anchor } = cursor
    if (!text || anchor === undefined || head === undefined) return cursor
    return { field: cursor.field, anchor: relative(text, anchor), head: relative(text, head) }
  }

  function relative(text: Yjs.Text, index: number): unknown {
    const position = Y.createRelativePositionFromTypeIndex(text, Math.min(index, text.length))
    return Y.relativePositionToJSON(position) as unknown
  }

  /** The same for WordPress's editor, which knows cursors in the texts of blocks. */
  function sharedWithEditor(cursor: Cursor | undefined): object {
    const text = cursor?.block === undefined ? undefined : texts.textAt(cursor)
    const { anchor, head = anchor } = cursor ?? {}
    if (!text || anchor === undefined || head === undefined) return editorState()
    const end = (offset: number) => ({
      relative: relative(text, offset),
      offset: Math.min(offset, text.length),
    })
    return editorState({ anchor: end(anchor), head: end(head) })
  }

  /** A colleague's cursor; undefined for one of no known form, as another release or a hostile client may send. */
  function shown(cursor: unknown): Cursor | undefined {
    if (!isRecord(cursor) || typeof cursor.field !== 'string') return undefined
    if (!isRecord(cursor.anchor) || !isRecord(cursor.head)) return absoluteCursor(cursor.field, cursor)
    return between(cursor.anchor, cursor.head)
  }

  /** The cursor between two relative positions; undefined where they lie in no text that is known. */
  function between(start: unknown, end: unknown): Cursor | undefined {
    const at = (place: unknown) =>
      Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(place), doc)
    try {
      const head = at(end)
      const anchor = isEqual(start, end) ? head : at(start)
      const place = head && texts.placeOf(head.type)
      return head && place ? { ...place, anchor: anchor?.index ?? head.index, head: head.index } : undefined
    } catch {
      return undefined
    }
  }

  /** A colleague with the cursor where it stands now; the same object as long as it says the same. */
  function placed(other: Collaborator, state: RecordData): Collaborator {
    const ends = isWordPressEditor(state) ? endsIn(state) : undefined
    const cursor = reuse(other.cursor, ends ? between(ends.anchor, ends.head) : shown(state.cursor))
    if (cursor === other.cursor) return other
    return { clientId: other.clientId, user: other.user, ...(cursor && { cursor }) }
  }

  function lookAgain(): void {
    const next: Collaborator[] = []
    for (const [clientId, state] of awareness.getStates()) {
      const given = clientId === doc.clientID ? undefined : userIn(state)
      if (given === undefined) continue
      const before = others.find((other) => other.clientId === clientId)
      const user = reuse(before?.user, given)
      next.push(placed(before?.user === user ? before : { ...before, clientId, user }, state))
    }
    next.sort((one, other) => one.clientId - other.clientId)
    show(next)
  }

  function show(next: readonly Collaborator[]): void {
    if (next.length === others.length && next.every((other, at) => other === others[at])) return
    others = next
    onChange()
  }

  function sendCursor(): void {
    const cursor = waiting ? shared(waiting) : null
    const state = awareness.getLocalState()
    if (state) awareness.setLocalState({ ...state, cursor, editorState: sharedWithEditor(waiting) })
  }

  return {
    introduce: (user) => {
      const state = awareness.getLocalState()
      if (isEqual(state?.user, user)) return
      awareness.setLocalState({ ...state, user, collaboratorInfo: collaboratorInfo(user, enteredAt) })
    },
    setCursor: (cursor) => {
      waiting = cursor
      if (timer !== undefined) return
      sendCursor()
      const sent = cursor
      timer = setTimeout(() => {
        timer = undefined
        if (waiting !== sent) sendCursor()
      }, cursorTime)
    },
    others: () => others,
    refresh: (fields) => {
      const states = awareness.getStates()
      const moved = (other: Collaborator) => {
        const state: RecordData = states.get(other.clientId) ?? {}
        const { cursor } = state
        // A cursor of WordPress's editor says nothing of its field.
        const isConcerned = isRecord(cursor) ? fields.includes(cursor.field as string) : endsIn(state)
        return isConcerned ? placed(other, state) : other
      }
      show(others.map(moved))
    },
    hasOthers: () => [...awareness.getStates().keys()].some((clientId) => clientId !== doc.clientID),
    hasWordPressEditor: () => [...awareness.getStates().values()].some(isWordPressEditor),
    position: () => [...awareness.getStates().keys()].filter((clientId) => clientId < doc.clientID).length,
    leave: () => {
      clearTimeout(timer)
      awareness.setLocalState(null)
    },
  }
}

function absoluteCursor(field: string, { block, attribute, anchor, head }: RecordData): Cursor {
  return {
    field,
    ...(typeof block === 'string' && { block }),
    ...(typeof attribute === 'string' && { attribute }),
    ...(typeof anchor === 'number' && { anchor }),
    ...(typeof head === 'number' && { head }),
  }
}
