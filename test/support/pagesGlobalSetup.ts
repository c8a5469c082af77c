import type { TestProject } from 'vitest/node'
import { pagesTheme } from './pagesTheme'
import { provideEditor } from './provideEditor'
import { startMockEditor } from './startMockEditor'

/** The editor on the mock site: for stories whose promise is about the page. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideEditor(project, (folder) => startMockEditor(folder, pagesTheme))
}
