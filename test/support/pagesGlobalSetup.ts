import type { TestProject } from 'vitest/node'
import { pagesTheme } from './pagesTheme'
import { provideEditor } from './provideEditor'

/** The editor on the mock site: for stories whose promise is about the page. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideEditor(project, async (folder) => {
    // It uses the package as it is built, which it may not be before.
    const { startMockEditor } = await import('./startMockEditor')
    return startMockEditor(folder, pagesTheme)
  })
}
