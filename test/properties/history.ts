/** A value that changed at a place on the screen. */
export interface Change {
  readonly place: string
  readonly from: string
  readonly to: string
}

type Level = ReadonlyMap<string, Change>

/** A plain model of an undo history over single values, to hold the real one to. */
export function createHistory() {
  let levels: Level[] = []
  let position = 0
  let staged: Level = new Map()
  let isOpen = false

  function flushed(): { levels: Level[]; position: number } {
    if (staged.size === 0) return { levels, position }
    const done = levels.slice(0, position)
    const last = isOpen ? done.pop() : undefined
    const level = join(last ?? new Map<string, Change>(), [...staged.values()])
    if (level.size > 0) done.push(level)
    return { levels: done, position: done.length }
  }

  function flush(): void {
    if (staged.size === 0) return
    const before = position - (isOpen ? 1 : 0)
    ;({ levels, position } = flushed())
    staged = new Map()
    isOpen = position > before
  }

  function close(): void {
    flush()
    isOpen = false
  }

  return {
    edit(changes: readonly Change[], isCached: boolean): void {
      const level = join(new Map(), changes)
      if (isCached) {
        // What was changed by others since, or discarded, is no part of that step.
        const last = isOpen ? levels[position - 1] : undefined
        const isInterrupted = [...level.values()].some(({ place, from }) => {
          const before = staged.get(place) ?? last?.get(place)
          return before !== undefined && before.to !== from
        })
        if (isInterrupted) close()
        staged = join(staged, [...level.values()])
        return
      }
      flush()
      levels = levels.slice(0, position)
      if (level.size > 0) {
        levels.push(level)
        position++
        isOpen = true
      }
    },
    close,
    undo(): { place: string; value: string }[] {
      if (flushed().position === 0) return []
      flush()
      isOpen = false
      position--
      const level = levels[position] as Level
      return [...level.values()].map(({ place, from }) => ({ place, value: from }))
    },
    redo(): { place: string; value: string }[] {
      const level = levels[position]
      if (level === undefined || staged.size > 0) return []
      position++
      isOpen = false
      return [...level.values()].map(({ place, to }) => ({ place, value: to }))
    },
    hasUndo: () => flushed().position > 0,
    hasRedo: () => staged.size === 0 && position < levels.length,
  }
}

/** A level with later changes in it; what came back to where it started is no change. */
function join(level: Level, changes: readonly Change[]): Level {
  const joined = new Map(level)
  for (const { place, from, to } of changes) {
    const first = joined.get(place)
    joined.set(place, { place, from: first ? first.from : from, to })
  }
  for (const [place, { from, to }] of joined) if (from === to) joined.delete(place)
  return joined
}
