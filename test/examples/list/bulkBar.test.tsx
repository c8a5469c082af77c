import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { RotateCcw } from 'lucide-react'
import { expect, it } from 'vitest'
import { BulkBar } from '../../../examples/playground/list/BulkBar'
import type { BulkAction } from '../../../examples/playground/list/bulk'

interface Row {
  id: number
  status: 'draft' | 'trash'
}

const draft = (id: number): Row => ({ id, status: 'draft' })
const trashed = (id: number): Row => ({ id, status: 'trash' })

/** A bar with an action for each status, and what was done with which rows. */
function show(...rows: Row[]) {
  const done: Record<string, number[]> = {}
  const action = (label: string, status: Row['status']): BulkAction<Row> => ({
    label,
    icon: RotateCcw,
    isFor: (row) => row.status === status,
    run: async (given) => void (done[label] = given.map(({ id }) => id)),
  })
  const actions = [action('Publish', 'draft'), action('Restore', 'trash')]
  let isDone = false
  render(<BulkBar rows={rows} actions={actions} many="posts" onDone={() => (isDone = true)} />)
  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent.trim())
  return { done, buttons, isDone: () => isDone }
}

it('offers nothing before a row is selected', () => {
  expect(show().buttons()).toEqual([''])
  expect(screen.getByText('Select posts')).toBeTruthy()
})

it('offers only what applies to the rows that are selected', () => {
  expect(show(draft(1), draft(2)).buttons()).toEqual(['Publish', ''])
})

it('says of what applies to some for how many, and does it with those alone', async () => {
  const { done, buttons, isDone } = show(draft(1), trashed(2), draft(3))
  expect(buttons()).toEqual(['Publish (2)', 'Restore (1)', ''])
  fireEvent.click(screen.getByText('Restore (1)'))
  await waitFor(() => expect(isDone()).toBe(true))
  expect(done).toEqual({ Restore: [2] })
})
