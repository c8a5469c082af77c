// A page in happy-dom, and the time until a change is on it.
import { Window } from 'happy-dom'
import { milliseconds } from '../measure.mjs'

/** What a browser has and Node lacks, made global. */
export function installPage() {
  const window = new Window({ url: 'https://example.org/' })
  globalThis.window = window
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name in globalThis || !/^[A-Za-z]/.test(name)) continue
    try {
      Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true })
    } catch {
      // What can't be read outside a browser is not needed either.
    }
  }
  return window
}

const nextTask = () => new Promise((resolve) => setImmediate(resolve))

/** Milliseconds of work until a change is shown, however the library tells of it. */
export async function untilShown(change, isShown) {
  const began = performance.now()
  const start = milliseconds()
  change()
  for (let turn = 0; !isShown(); turn++) {
    if (performance.now() - began > 10_000) return null
    await (turn < 10 ? Promise.resolve() : nextTask())
  }
  return milliseconds() - start
}

/** Renders and waits until effects have run and nothing more is rendered. */
export async function mount(node) {
  const { createRoot } = await import('react-dom/client')
  const { flushSync } = await import('react-dom')
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  flushSync(() => root.render(node))
  await afterEffects()
  const unmount = async () => {
    flushSync(() => root.unmount())
    await afterEffects()
    container.remove()
  }
  return { container, unmount }
}

async function afterEffects() {
  for (let turn = 0; turn < 10; turn++) await nextTask()
}
