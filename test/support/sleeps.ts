import ts from 'typescript'
import { parseSource, type SourceFiles } from './sourceTree'

/** Tests that set timers of the real clock, or limits by it, by the reason why neither an event nor fake time can take its place. */
export const reasonsForTheClock: { readonly [reason: string]: readonly string[] } = {
  'By what it gives all others wait.': ['test/support/until.ts'],
  'The tests that play it stop the clock.': ['test/faults/faultySite.ts'],
  'It types by the clock, as people do.': [
    'test/durable/real/deskPage.ts',
    'test/durable/real/trainJourney.ts',
  ],
  'It is a limit for what hangs.': ['test/sync/processes/peers.ts'],
  'It is a network that takes longer than the page waits.': ['test/durable/real/network.test.ts'],
}

const timers = ['setTimeout', 'setInterval', 'waitForTimeout']

/** Files that wait by a clock that they do not stop, set other timers of it, or give up after a second. */
export function findSleeps(files: SourceFiles): string[] {
  return Object.keys(files)
    .filter((path) => {
      const text = files[path] ?? ''
      if (/\bvi\.wait(For|Until)\(/.test(text)) return true
      const isReal = timers.some((name) => text.includes(name)) && !text.includes('useFakeTimers(')
      return isReal && setsTimer(parseSource(path, files))
    })
    .sort()
}

function setsTimer(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && timers.includes(nameOf(node.expression))) return true
  return ts.forEachChild(node, (child) => setsTimer(child) || undefined) ?? false
}

function nameOf(callee: ts.Expression): string {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text
  return ts.isIdentifier(callee) ? callee.text : ''
}
