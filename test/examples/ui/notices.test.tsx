import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Notices, useNotify, type Notice } from '../../../examples/playground/ui/Notices'

function Telling({ notices }: { notices: readonly Notice[] }) {
  const notify = useNotify()
  return notices.map((notice) => (
    <button key={notice.text} type="button" onClick={() => notify(notice)}>
      {`Tell ${notice.text}`}
    </button>
  ))
}

/** What is shown once all of them were told, one after the other. */
function shownAfter(...notices: Notice[]): readonly string[] {
  const { container } = render(
    <Notices>
      <Telling notices={notices} />
    </Notices>,
  )
  for (const { text } of notices) fireEvent.click(screen.getByText(`Tell ${text}`))
  return [...container.querySelectorAll('.notice')].map(({ textContent }) => textContent)
}

it('shows only the last notice of those on one topic, and others beside it', () => {
  const steps = ['title', 'excerpt', 'status'].map((field) => ({ text: `Undid: ${field}`, topic: 'undo' }))
  const [first, ...others] = steps as [Notice, ...Notice[]]
  expect(shownAfter(first, { text: 'Published.' }, ...others)).toEqual(['Published.', 'Undid: status'])
})

it('shows the last three of those that are about different things', () => {
  const texts = ['One', 'Two', 'Three', 'Four']
  expect(shownAfter(...texts.map((text) => ({ text })))).toEqual(['Two', 'Three', 'Four'])
})
