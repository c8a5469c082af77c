import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import { chosenWordPress } from './chosenWordPress'
import { provideEditor } from './provideEditor'
import { startProcess } from './startProcess'

/** The editor as `npm start` runs it, on a WordPress. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideEditor(project, async (folder) => {
    const { site, order, stop } = await startProcess<RunningWordPress & { entrance: string }>(
      fileURLToPath(new URL('../../examples/start.mjs', import.meta.url)),
      // The same lists on every day.
      ['--today', '2024-04-14', ...chosenWordPress()],
      { BUILT_PAGE: folder },
    )
    const keep = async () => {
      await order('keep')
      return () => order('restore')
    }
    return { site, keep, pass: () => order({ pass: 30_000 }), stop }
  })
}
