import type { Page } from 'playwright-core'

/** The parts of React's inner tree that a count needs. */
interface Fiber {
  readonly tag: number
  readonly flags: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
}

interface CountedWindow {
  __REACT_DEVTOOLS_GLOBAL_HOOK__?: object
  componentRenders: number
}

/** Counts how often components render in a page, as React's tools do; loads the page anew. */
export async function countComponentRenders(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(installCounter)
  await page.reload()
  return () => page.evaluate(() => (globalThis as unknown as CountedWindow).componentRenders)
}

function installCounter(): void {
  const counted = globalThis as unknown as CountedWindow
  counted.componentRenders = 0
  // Function components, plain, with a ref, and memoised.
  const components = new Set([0, 11, 14, 15])
  const performedWork = 1
  const count = (fiber: Fiber): void => {
    const { alternate: before } = fiber
    const isRendered = before === null || (fiber.flags & performedWork) !== 0
    if (isRendered && components.has(fiber.tag)) counted.componentRenders++
    // What kept its children rendered none of them.
    if (before !== null && before.child === fiber.child) return
    for (let child = fiber.child; child !== null; child = child.sibling) count(child)
  }
  counted.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    checkDCE() {},
    inject: () => 1,
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => count(root.current),
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
  }
}
