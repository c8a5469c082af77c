import { expect, it } from 'vitest'
import { editedTitle } from '../../../examples/playground/list/editedTitle'

const post = { id: 1, title: { raw: 'Tides', rendered: 'Tides' } }

it('calls a record by its edited title or name, and a comment by its text', () => {
  expect(editedTitle({ title: 'Ebb', content: '<p>Text</p>' }, post)).toBe('Ebb')
  expect(editedTitle({ name: 'Boats' }, { id: 1, name: 'Ships' })).toBe('Boats')
  expect(editedTitle({ content: '<p>Well said</p>' }, { id: 1, author_name: 'Ada' })).toBe('Well said')
})

it('leaves a post its title in the list of which only the edited text is known', () => {
  expect(editedTitle({ content: '<p>Text</p>' }, post)).toBeUndefined()
})
