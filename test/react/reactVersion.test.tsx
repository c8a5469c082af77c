import { useEntitySelector } from 'copydesk/react'
import { render } from '@testing-library/react'
import { version } from 'react'
import { version as domVersion } from 'react-dom'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { show, siteStore } from '../support/screen'

const wanted = process.env.TESTED_REACT ?? '19'

it('the tests run with the React that their project names, in every package that uses it', async () => {
  expect(version.split('.')[0]).toBe(wanted)
  expect(domVersion.split('.')[0]).toBe(wanted)
  // An element of another React is refused by the renderers, and a hook of another one finds no renderer.
  expect(render(<p>here</p>).container.textContent).toBe('here')
  expect(renderToString(<p>here</p>)).toBe('<p>here</p>')
  const { store } = await siteStore()
  const Slices = () => <p>{useEntitySelector((state) => 'config' in state && 'a slice')}</p>
  expect(show(store, <Slices />).container.textContent).toBe('a slice')
})
