import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/** What tests were answered once, by their names, in the order of asking. */
export type Recording = Record<string, unknown[]>

/** Recordings that were read, by address: hundreds of tests ask the same one, of up to half a megabyte. */
const read = new Map<string, Recording>()

/** Reads a recording; an empty one where there is none yet. What it holds is everybody's: nobody changes it. */
export function readRecording(file: URL): Recording {
  const known = read.get(file.href)
  if (known) return known
  const recording = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recording) : {}
  read.set(file.href, recording)
  return recording
}

/** Writes a recording with a line for each test, so that a change of one shows as one. */
export function writeRecording(file: URL, recording: Recording): void {
  const lines = Object.entries(recording)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((entry) => entry.map((part) => JSON.stringify(part)).join(': '))
  mkdirSync(new URL('.', file), { recursive: true })
  read.delete(file.href)
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
