import { basename } from 'node:path'
import { expect, inject, onTestFinished } from 'vitest'
import { atAddress, readRecording, writeRecording } from '../support/recording'
import sites from './recorded/sites.json'

declare module 'vitest' {
  interface ProvidedContext {
    /** The branch of WordPress whose recorded answers this run asks; absent where it asks a real one. */
    recorded?: string
  }
}

/** How many entries the test that runs has asked for. */
const places = new Map<string, number>()

/**
 * What a real WordPress answered. In a recorded run it is read from `recorded/<branch>/<test file>.json`. On a real site it
 * is asked; where that is a release of a recorded branch, and the file one of those that are recorded, the answer is
 * recorded anew, and one that differs from what was recorded fails the test.
 *
 * @param ask - Gives what may be compared: JSON, in which only the address of the site depends on the run.
 */
export async function answerOfReal<T>(ask: () => Promise<T>): Promise<T> {
  const { currentTestName = '', testPath = '' } = expect.getState()
  const place = places.get(currentTestName) ?? 0
  if (place === 0) onTestFinished(() => void places.delete(currentTestName))
  places.set(currentTestName, place + 1)
  const file = basename(testPath, '.test.ts')
  const branch = inject('recorded')
  if (branch !== undefined) return recall(branch, file, currentTestName, place) as T
  const answer = await ask()
  const { version, url } = inject('wordpress')
  const [recorded] = Object.entries(sites.versions).find(([, release]) => release === version) ?? []
  if (recorded !== undefined && sites.contracts.includes(file))
    keep(recorded, file, currentTestName, place, atAddress(answer, url, sites.url))
  return answer
}

function recall(branch: string, file: string, test: string, place: number): unknown {
  const recorded = readRecording(fileOf(branch, file))[test]?.[place]
  if (recorded !== undefined) return recorded
  throw new Error(
    `WordPress ${branch} has not been asked for “${test}”: record it with npm run test:wordpress -- --wordpress <zip of ${branch}> test/contracts.`,
  )
}

function keep(branch: string, file: string, test: string, place: number, answer: unknown): void {
  const recording = readRecording(fileOf(branch, file))
  const before = recording[test]?.[place]
  const entries = [...(recording[test] ?? [])]
  entries[place] = answer
  writeRecording(fileOf(branch, file), { ...recording, [test]: entries })
  if (before !== undefined) expect(answer, 'what was recorded of this WordPress').toEqual(before)
}

function fileOf(branch: string, file: string): URL {
  return new URL(`recorded/${branch}/${file}.json`, import.meta.url)
}
