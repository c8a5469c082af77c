import { act, renderHook } from '@testing-library/react'
import { useListSelection, type UseListSelectionOptions } from 'copydesk/react'
import { StrictMode } from 'react'
import { describe, expect, it } from 'vitest'

const rows = (...ids: number[]) => ids.map((id) => ({ id, slug: `row-${id}` }))
const five = rows(1, 2, 3, 4, 5)

function list(
  initial: ReturnType<typeof rows> | null = five,
  wrapper?: typeof StrictMode,
  options?: UseListSelectionOptions,
) {
  const { result, rerender } = renderHook(
    (records: ReturnType<typeof rows> | null) => useListSelection(records, options),
    {
      initialProps: initial,
      ...(wrapper && { wrapper }),
    },
  )
  const now = () => result.current
  return {
    now,
    rerender,
    toggle: (id: number, shiftKey = false) => act(() => now().toggle(id, { shiftKey })),
    selected: () => now().selected,
  }
}

describe.each([
  ['useListSelection', undefined],
  ['useListSelection in StrictMode', StrictMode],
])('%s', (title, wrapper) => {
  it('chooses rows, and no longer, in the order of the list', () => {
    const { toggle, selected, now } = list(five, wrapper)
    expect(now()).toMatchObject({ selected: [], isAllSelected: false, isSomeSelected: false })
    toggle(4)
    toggle(2)
    expect(selected()).toEqual([2, 4])
    expect(now().selectedRecords).toEqual([five[1], five[3]])
    expect([now().isSelected(2), now().isSelected(3)]).toEqual([true, false])
    expect(now()).toMatchObject({ isAllSelected: false, isSomeSelected: true })
    toggle(4)
    expect(selected()).toEqual([2])
  })

  it('chooses all from the last one on with the shift key, either way, and lets go of them so', () => {
    const { toggle, selected } = list(five, wrapper)
    toggle(2)
    toggle(4, true)
    expect(selected()).toEqual([2, 3, 4])
    toggle(1, true)
    expect(selected()).toEqual([1, 2, 3, 4])
    toggle(3, true)
    expect(selected()).toEqual([4])
  })

  it('chooses one with the shift key where none was toggled before', () => {
    const { toggle, selected } = list(five, wrapper)
    toggle(3, true)
    expect(selected()).toEqual([3])
  })

  it('chooses all and none', () => {
    const { now } = list(five, wrapper)
    act(() => now().toggleAll())
    expect(now()).toMatchObject({ selected: [1, 2, 3, 4, 5], isAllSelected: true, isSomeSelected: false })
    act(() => now().toggleAll())
    expect(now().selected).toEqual([])
    act(() => now().selectAll())
    act(() => now().clear())
    expect(now().selected).toEqual([])
  })
})

describe('useListSelection', () => {
  it('keeps the choice while the list is read again', () => {
    const { toggle, selected, rerender } = list()
    toggle(2)
    rerender(null)
    expect(selected()).toEqual([])
    rerender(rows(5, 2, 1))
    expect(selected()).toEqual([2])
  })

  it('drops a row that is gone, also for when it comes back', () => {
    const { toggle, selected, rerender } = list()
    toggle(2)
    toggle(3)
    rerender(rows(1, 3))
    expect(selected()).toEqual([3])
    rerender(five)
    expect(selected()).toEqual([3])
  })

  it('takes no row that is not in the list', () => {
    const { toggle, selected } = list()
    toggle(9)
    expect(selected()).toEqual([])
  })

  it('does with a list that is written in place', () => {
    const { result } = renderHook(() => useListSelection(rows(1, 2)))
    act(() => result.current.toggle(1))
    expect(result.current.selected).toEqual([1])
  })

  it('gives the same result and the same functions while nothing changes', () => {
    const { toggle, now, rerender } = list()
    const before = now()
    rerender(five)
    expect(now()).toBe(before)
    toggle(1)
    expect(now().toggle).toBe(before.toggle)
    expect(now().toggleAll).toBe(before.toggleAll)
    expect(now().clear).toBe(before.clear)
  })
})

describe('useListSelection across pages', () => {
  const across = (initial = rows(1, 2)) => list(initial, StrictMode, { across: true })

  it('keeps what was chosen on a page when the next one is shown, in the order of choosing', () => {
    const { toggle, selected, now, rerender } = across()
    toggle(2)
    rerender(rows(3, 4))
    toggle(4)
    expect(selected()).toEqual([2, 4])
    expect(now().selectedRecords).toEqual(rows(4))
    expect(now().isSelected(2)).toBe(true)
    rerender(null)
    expect(selected()).toEqual([2, 4])
    rerender(rows(1, 2))
    toggle(2)
    expect(selected()).toEqual([4])
  })

  it('chooses the whole of a page, and lets go of it, and leaves the others as they are', () => {
    const { toggle, selected, now, rerender } = across()
    toggle(1)
    rerender(rows(3, 4))
    expect(now()).toMatchObject({ isAllSelected: false, isSomeSelected: false })
    act(() => now().toggleAll())
    expect(selected()).toEqual([1, 3, 4])
    expect(now().isAllSelected).toBe(true)
    act(() => now().toggleAll())
    expect(selected()).toEqual([1])
    act(() => now().selectAll())
    act(() => now().clear())
    expect(selected()).toEqual([])
  })

  it('lets go of what was chosen on another page', () => {
    const { toggle, selected, rerender } = across()
    toggle(2)
    rerender(rows(3, 4))
    toggle(2)
    expect(selected()).toEqual([])
  })

  it('takes a range of the page that is shown alone', () => {
    const { toggle, selected, rerender } = across(rows(1, 2, 3))
    toggle(1)
    rerender(rows(4, 5, 6))
    toggle(6, true)
    expect(selected()).toEqual([1, 6])
    toggle(4, true)
    expect(selected()).toEqual([1, 6, 4, 5])
  })
})
