import { useRef, useState, type DragEvent, type RefObject } from 'react'
import type { ContentBlock } from 'copydesk'
import { openPlace, withPlaced, type DropPlace } from './blockRange'
import { findBlock } from './blockTree'
import type { BlockActions } from './useBlockActions'

type Blocks = readonly ContentBlock[]

/** A line between blocks, in pixels from the element around them all. */
export interface DropLine {
  top: number
  left: number
  width: number
}

interface BlockDropOptions {
  blocks: Blocks
  /** Blocks that are selected as wholes: one of them takes the others along. */
  selected: Blocks
  actions: BlockActions
  root: RefObject<HTMLDivElement | null>
  onFiles: (files: readonly File[], place: DropPlace | null) => void
}

/** Moves blocks that are dragged by their handles, and takes files from the disk, to where they are dropped. */
export function useBlockDrop({ blocks, selected, actions, root, onFiles }: BlockDropOptions) {
  const dragged = useRef<Blocks>([])
  const [line, setLine] = useState<(DropLine & { place: DropPlace }) | null>(null)

  function lineFor(event: DragEvent): (DropLine & { place: DropPlace }) | null {
    const row = rowUnder(event, root.current)
    const clientId = row?.dataset.block
    if (!row || clientId === undefined || !root.current) return null
    const { top, height } = row.getBoundingClientRect()
    const side = event.clientY < top + height / 2 ? 'before' : 'after'
    const place = openPlace(blocks, { clientId, side })
    const target = root.current.querySelector<HTMLElement>(`[data-block="${CSS.escape(place.clientId)}"]`)
    if (!target) return null
    const box = target.getBoundingClientRect()
    const around = root.current.getBoundingClientRect()
    return {
      place,
      top: (side === 'before' ? box.top : box.bottom) - around.top,
      left: box.left - around.left,
      width: box.width,
    }
  }

  const isOurs = ({ dataTransfer: { types } }: DragEvent) => types.includes(kind) || types.includes('Files')
  const end = () => {
    dragged.current = []
    setLine(null)
  }

  return {
    line,
    handlers: {
      onDragStart(event: DragEvent) {
        const handle = event.target instanceof Element ? event.target.closest('.drag-handle') : null
        const row = handle?.closest<HTMLElement>('[data-block]')
        const block = findBlock(blocks, row?.dataset.block ?? '')
        if (!row || !block) return
        dragged.current = selected.includes(block) ? selected : [block]
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData(kind, 'blocks')
        event.dataTransfer.setDragImage(row, 0, 0)
      },
      onDragOver(event: DragEvent) {
        if (!isOurs(event)) return
        event.preventDefault()
        const next = lineFor(event)
        if (next?.top !== line?.top || next?.left !== line?.left) setLine(next)
      },
      onDragLeave(event: DragEvent) {
        if (!(event.relatedTarget instanceof Node) || !root.current?.contains(event.relatedTarget))
          setLine(null)
      },
      onDrop(event: DragEvent) {
        if (!isOurs(event)) return
        event.preventDefault()
        const place = lineFor(event)?.place ?? null
        const moved = dragged.current
        const files = [...event.dataTransfer.files]
        end()
        if (files.length > 0) onFiles(files, place)
        else if (moved.length > 0)
          actions.transform((all) => ({ blocks: withPlaced(all, moved, place), caret: null }))
      },
      onDragEnd: end,
    },
  }
}

const kind = 'application/x-copydesk-blocks'

/** The block under the pointer, or the nearest outermost one where it is beside or between them. */
function rowUnder(event: DragEvent, root: HTMLElement | null): HTMLElement | undefined {
  const under = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-block]') : null
  if (under) return under
  const rows = [...(root?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
  const distance = (row: HTMLElement) => {
    const { top, bottom } = row.getBoundingClientRect()
    return Math.min(Math.abs(event.clientY - top), Math.abs(event.clientY - bottom))
  }
  return rows
    .filter((row) => !row.parentElement?.closest('[data-block]'))
    .sort((one, other) => distance(one) - distance(other))[0]
}
