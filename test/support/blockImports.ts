// What blocks of code import in the place of what acts on the whole page, or is a test by itself.
import { createRoot as createReactRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'

type Step = () => unknown

/** The tests of a block, which are run inside of one. */
const collected = {
  tests: [] as Step[],
  before: [] as Step[],
  afterEach: [] as Step[],
  afterAll: [] as Step[],
}

export const it = (_: string, step: Step) => void collected.tests.push(step)
export const beforeAll = (step: Step) => void collected.before.push(step)
export const afterEach = (step: Step) => void collected.afterEach.push(step)
export const afterAll = (step: Step) => void collected.afterAll.push(step)
export { expect, vi }

/** Runs the tests that were collected. */
export async function runCollected(): Promise<void> {
  const { tests, before, afterEach, afterAll } = { ...collected }
  Object.assign(collected, { tests: [], before: [], afterEach: [], afterAll: [] })
  for (const step of before) await step()
  for (const test of tests) {
    await test()
    for (const step of afterEach) await step()
  }
  for (const step of afterAll) await step()
}

const roots: Root[] = []

export function createRoot(container: Element): Root {
  const root = createReactRoot(container)
  roots.push(root)
  return root
}

/** Takes what a block has rendered by itself off the page. */
export function unmountRoots(): void {
  for (const root of roots.splice(0)) root.unmount()
}
