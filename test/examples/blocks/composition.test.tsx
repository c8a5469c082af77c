import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { RichText } from '../../../examples/playground/blocks/RichText'

it('What is composed stands beside what a colleague types elsewhere in the paragraph meanwhile', async () => {
  const type = vi.fn()
  const actions = { type, noteCaret: vi.fn(), takeCaret: () => null } as never
  const text = (html: string) => (
    <RichText clientId="a" label="Paragraph" html={html} placeholder="" className="" actions={actions} />
  )
  const { rerender } = render(text('alpha beta'))
  const box = screen.getByRole('textbox')
  fireEvent.compositionStart(box)
  box.textContent = 'alphaに beta'
  fireEvent(box, createEvent.input(box))
  const composed = box.firstChild
  rerender(text('Oh alpha beta'))
  // Written anew, what is being composed would be torn off.
  expect(box.firstChild).toBe(composed)
  box.firstChild!.nodeValue = 'alpha日本 beta'
  fireEvent(box, createEvent.input(box))
  expect(type).not.toHaveBeenCalled()
  await act(async () => fireEvent.compositionEnd(box))
  expect(type.mock.calls.map(([, edits]) => edits)).toEqual([{ content: 'Oh alpha日本 beta' }])
  rerender(text('Oh alpha日本 beta'))
  expect(box.textContent).toBe('Oh alpha日本 beta')
})

it('Letters that come faster than they are shown all stay', () => {
  const type = vi.fn()
  const actions = { type, noteCaret: vi.fn(), takeCaret: () => null } as never
  render(<RichText clientId="a" label="Paragraph" html="One" placeholder="" className="" actions={actions} />)
  const box = screen.getByRole('textbox')
  for (const text of ['One,', 'One, t', 'One, two']) {
    box.textContent = text
    fireEvent(box, createEvent.input(box))
  }
  expect(type.mock.calls.map(([, edits]) => edits)).toEqual([
    { content: 'One,' },
    { content: 'One, t' },
    { content: 'One, two' },
  ])
})
