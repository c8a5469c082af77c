import { describe, expect, it } from 'vitest'
import { callerIn, componentIn } from '../../src/devtools/recording/callerIn'

const stackOf = (...lines: string[]) => ({
  name: 'Error',
  message: '',
  stack: ['Error', ...lines.map((line) => `    at ${line}`)].join('\n'),
})

describe('Who asked', () => {
  it.each([
    [
      'from the sources',
      ['node_modules/.vite/deps/copydesk.js', '@fs/dist/react.js', 'media/MediaEditor.tsx?t=17'],
    ],
    [
      'from the bundle',
      ['page/packages.Bq1n14m.js', 'page/packages.BPm8n14m.js', 'page/media/MediaEditor.tsx.CLW73u-H.js'],
    ],
  ])('is the first function that is the page’s own, %s', (...[, files]) => {
    const [watch, library, own] = files.map((file) => `http://127.0.0.1:8080/${file}:12:7`)
    const stack = stackOf(`dispatch (${watch})`, `save (${library})`, `Object.store (${own})`)
    expect(callerIn(stack)).toBe('store in MediaEditor.tsx')
  })

  it('is nobody where only packages are on the way, as in an effect', () => {
    const stack = stackOf(
      'dispatch (http://127.0.0.1:8080/page/packages.B_VbFD0P.js:12:7)',
      'commit (http://127.0.0.1:8080/node_modules/.vite/deps/react-dom.js:1:1)',
    )
    expect(callerIn(stack)).toBeNull()
  })
})

describe('The component that renders', () => {
  const inChromium = stackOf(
    'Object.rendered (http://localhost:5173/node_modules/.vite/deps/copydesk_devtools.js:2:1)',
    'SelectionView.noteRender (http://localhost:5173/node_modules/.vite/deps/copydesk_react.js:3:1)',
    'useEntityRecord (http://localhost:5173/node_modules/.vite/deps/copydesk_react.js:4:1)',
    'useTitle (http://localhost:5173/src/useTitle.ts:5:9)',
    'TitleField (http://localhost:5173/src/TitleField.tsx:6:9)',
    'Object.react_stack_bottom_frame (http://localhost:5173/node_modules/.vite/deps/react-dom.js:7:1)',
  )
  const inFirefox = {
    stack: [
      'noteRender@http://localhost:5173/node_modules/.vite/deps/copydesk_react.js:3:1',
      'useEntityRecord@http://localhost:5173/node_modules/.vite/deps/copydesk_react.js:4:1',
      'TitleField@http://localhost:5173/src/TitleField.tsx:6:9',
    ].join('\n'),
  }

  it.each([
    ['Chromium', inChromium],
    ['Firefox', inFirefox],
  ])('is found above the hooks, in %s', (browser, stack) => {
    expect(componentIn(stack)?.name, browser).toBe('TitleField')
  })

  it('tells one hook of a component from another', () => {
    const other = { stack: inChromium.stack.replace('useTitle.ts:5:9', 'useTitle.ts:8:9') }
    expect(componentIn(other)?.call).not.toBe(componentIn(inChromium)?.call)
  })

  it('is none where a bundle shortens names', () => {
    expect(componentIn(stackOf('a (http://localhost/a.js:1:1)', 'b (http://localhost/a.js:1:9)'))).toBeNull()
  })
})
