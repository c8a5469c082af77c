import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Menu, MenuItem } from '../../../examples/playground/ui/Menu'

function open() {
  render(
    <Menu label="More" button="…">
      <MenuItem onSelect={() => {}}>Rename</MenuItem>
    </Menu>,
  )
  const opener = screen.getByLabelText('More')
  fireEvent.click(opener)
  return { opener, item: screen.getByText('Rename') }
}

it('Tab closes a menu, and goes on from its button', () => {
  const { opener, item } = open()
  expect(document.activeElement).toBe(item)
  fireEvent.keyDown(item, { key: 'Tab' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

it('Escape closes a menu, and not the dialog that it stands in', () => {
  const { item } = open()
  expect(fireEvent.keyDown(item, { key: 'Escape' })).toBe(false)
  expect(screen.queryByRole('menu')).toBeNull()
})
