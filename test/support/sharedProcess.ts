import { afterAll, vi } from 'vitest'

// `@wordpress/compose` gives a process without idle callbacks some of its own, which keep the timers that were there when it
// was loaded: no later file could tell the time for them.
const hadIdleCallbacks = 'requestIdleCallback' in globalThis

// Setup of projects whose files share one process: a file leaves it as it found it.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  if (!hadIdleCallbacks)
    for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(globalThis, name)
})
