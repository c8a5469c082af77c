import { vi } from 'vitest'
import { type Example, show, writeExample } from './markdown'

/** Runs an example and gives the lines it printed with `console.log`; rejects where it throws. */
export async function runExample(folder: string, example: Example): Promise<string[]> {
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
    printed.push(show(values))
  })
  try {
    await import(/* @vite-ignore */ writeExample(folder, example))
  } finally {
    log.mockRestore()
  }
  return printed
}
