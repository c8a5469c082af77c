import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/** What tests were answered once, by their names, in the order of asking. */
export type Recording = Record<string, unknown[]>

/** Reads a recording; an empty one where there is none yet. */
export function readRecording(file: URL): Recording {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recording) : {}
}

/** Writes a recording with a line for each test, so that a change of one shows as one. */
export function writeRecording(file: URL, recording: Recording): void {
  const lines = Object.entries(recording)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((entry) => entry.map((part) => JSON.stringify(part)).join(': '))
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
}

/** The same value of a site at another address. */
export function atAddress<T>(value: T, from: string, to: string): T {
  const [here, there] = [from, to].map((address) => new URL(address).host) as [string, string]
  return JSON.parse(
    JSON.stringify(value)
      .replaceAll(here, there)
      .replaceAll(encodeURIComponent(here), encodeURIComponent(there)),
  ) as T
}
