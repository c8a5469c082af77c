import { describe, expect, it } from 'vitest'
import { callerIn } from '../../../examples/playground/requests/callerIn'

const stackOf = (...lines: string[]) => ({
  name: 'Error',
  message: '',
  stack: ['Error', ...lines.map((line) => `    at ${line}`)].join('\n'),
})

describe('Who asked', () => {
  it.each([
    ['from the sources', ['requests/watchStore.ts', '@fs/dist/react.js', 'media/MediaEditor.tsx?t=17']],
    [
      'from the bundle',
      [
        'page/requests/watchStore.ts.B_VbFD0P.js',
        'page/packages.BPm8n14m.js',
        'page/media/MediaEditor.tsx.CLW73u-H.js',
      ],
    ],
  ])('is the first function that is the page’s own, %s', (...[, files]) => {
    const [watch, library, own] = files.map((file) => `http://127.0.0.1:8080/${file}:12:7`)
    const stack = stackOf(`dispatch (${watch})`, `save (${library})`, `Object.store (${own})`)
    expect(callerIn(stack)).toBe('store in MediaEditor.tsx')
  })

  it('is nobody where only packages are on the way, as in an effect', () => {
    const stack = stackOf(
      'dispatch (http://127.0.0.1:8080/page/requests/watchStore.ts.B_VbFD0P.js:12:7)',
      'commit (http://127.0.0.1:8080/node_modules/.vite/deps/react-dom.js:1:1)',
    )
    expect(callerIn(stack)).toBeNull()
  })
})
