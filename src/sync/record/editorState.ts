import { isRecord } from '../../core/plain'

/** A place in a text as WordPress's editor tells it: by what stands there, and counted. */
interface Place {
  readonly relativePosition: unknown
  readonly absoluteOffset: number
}

/** What is selected, as WordPress's editor sends it: `editorState` of a presence. */
export interface EditorState {
  readonly selection:
    | { readonly type: 'none' }
    | { readonly type: 'cursor'; readonly cursorPosition: Place }
    | {
        readonly type: 'selection-in-one-block'
        readonly cursorStartPosition: Place
        readonly cursorEndPosition: Place
        readonly selectionDirection: 'f' | 'b'
      }
}

/** One end of a selection: a relative position as JSON, and its offset. */
interface End {
  readonly relative: unknown
  readonly offset: number
}

/** A selection within the text of a block, in WordPress's form; nothing selected without one. */
export function editorState(ends?: { readonly anchor: End; readonly head: End }): EditorState {
  if (!ends) return { selection: { type: 'none' } }
  const placeOf = ({ relative, offset }: End): Place => ({
    relativePosition: relative,
    absoluteOffset: offset,
  })
  const { anchor, head } = ends
  if (anchor.offset === head.offset) return { selection: { type: 'cursor', cursorPosition: placeOf(head) } }
  const isBackward = head.offset < anchor.offset
  return {
    selection: {
      type: 'selection-in-one-block',
      cursorStartPosition: placeOf(isBackward ? head : anchor),
      cursorEndPosition: placeOf(isBackward ? anchor : head),
      selectionDirection: isBackward ? 'b' : 'f',
    },
  }
}

/** Where the ends of a selection in WordPress's form are, as relative positions; undefined for one within no text. */
export function endsIn(state: unknown): { readonly anchor: unknown; readonly head: unknown } | undefined {
  if (!isRecord(state) || !isRecord(state.editorState)) return undefined
  const { selection } = state.editorState
  if (!isRecord(selection)) return undefined
  const at = (place: unknown) => (isRecord(place) ? place.relativePosition : undefined)
  const { cursorPosition, cursorStartPosition, cursorEndPosition, selectionDirection } = selection
  const [start, end] = cursorPosition
    ? [at(cursorPosition), at(cursorPosition)]
    : [at(cursorStartPosition), at(cursorEndPosition)]
  if (!isRecord(start) || !isRecord(end)) return undefined
  return selectionDirection === 'b' ? { anchor: end, head: start } : { anchor: start, head: end }
}
