import { afterAll, vi } from 'vitest'

// Setup of projects whose files share one process: a file leaves it as it found it.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
