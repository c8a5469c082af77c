import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { useCollaborators } from 'copydesk/sync'
import { pointAt } from '../blocks/caret'
import { textOffset } from '../blocks/htmlOffset'
import { readTyped } from '../blocks/inlineEditing'
import type { PostType } from '../route'
import { Caret } from './Caret'
import { peopleOf, type Person } from './people'

/** A part of the page, in pixels from the corner of the blocks. */
interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface ShownCursor {
  person: Person
  caret: Box
  selected: readonly Box[]
}

interface BlockCursorsProps {
  type: PostType
  id: number
  /** The blocks, over which the cursors lie. */
  root: RefObject<HTMLElement | null>
}

/** Where others are in the blocks: their carets, and what they have selected. */
export function BlockCursors({ type, id, root }: BlockCursorsProps) {
  const collaborators = useCollaborators('postType', type, id)
  const people = useMemo(() => peopleOf(collaborators), [collaborators])
  const [cursors, setCursors] = useState<readonly ShownCursor[]>([])

  useLayoutEffect(() => {
    const element = root.current
    if (!element) return undefined
    const measure = () => {
      const next = people.flatMap((person) => measureCursor(element, person) ?? [])
      // What is shown here is part of what is watched.
      setCursors((shown) => (JSON.stringify(shown) === JSON.stringify(next) ? shown : next))
    }
    measure()
    const changes = new MutationObserver(measure)
    const sizes = new ResizeObserver(measure)
    changes.observe(element, { childList: true, characterData: true, subtree: true })
    sizes.observe(element)
    return () => {
      changes.disconnect()
      sizes.disconnect()
    }
  }, [people, root])

  return (
    <div className="block-cursors" aria-hidden>
      {cursors.map(({ person, caret, selected }) => (
        <div key={person.key}>
          {selected.map((box) => (
            <span
              key={`${box.left} ${box.top}`}
              className="selected-by"
              data-person={person.color}
              style={box}
            />
          ))}
          <span className="caret-place" style={caret}>
            <Caret key={`${caret.left} ${caret.top}`} person={person} />
          </span>
        </div>
      ))}
    </div>
  )
}

function measureCursor(root: HTMLElement, person: Person): ShownCursor | undefined {
  const { block, attribute, anchor, head } = person.cursor ?? {}
  if (block === undefined || attribute === undefined || head === undefined) return undefined
  const text = [...root.querySelectorAll<HTMLElement>('[data-rich]')].find(
    ({ dataset }) => dataset.rich === block && dataset.attribute === attribute,
  )
  if (!text) return undefined
  const corner = root.getBoundingClientRect()
  const html = readTyped(text)
  const boxesBetween = (from: number, to: number) => {
    const range = document.createRange()
    range.setStart(...pointAt(text, textOffset(html, from)))
    range.setEnd(...pointAt(text, textOffset(html, to)))
    return [...range.getClientRects()].map((box) => boxFrom(corner, box))
  }
  // An empty text has no place for a caret, but a corner.
  const [caret = boxFrom(corner, text.getBoundingClientRect())] = boxesBetween(head, head)
  const [from, to] = [Math.min(anchor ?? head, head), Math.max(anchor ?? head, head)]
  return { person, caret: { ...caret, width: 0 }, selected: from === to ? [] : boxesBetween(from, to) }
}

function boxFrom(corner: DOMRect, { left, top, width, height }: DOMRect): Box {
  return { left: left - corner.left, top: top - corner.top, width, height }
}
