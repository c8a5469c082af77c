import type { PHP } from '@php-wasm/universal'

/** Notes what some folders hold, and gives what makes them hold that again. No script may run meanwhile. */
export function keepFiles(php: PHP, folders: readonly string[]): () => void {
  const kept = new Map(
    folders.flatMap((folder) => filesIn(php, folder)).map((file) => [file, readCopy(php, file)]),
  )
  return () => {
    for (const file of folders.flatMap((folder) => filesIn(php, folder))) {
      if (!kept.has(file)) php.unlink(file)
    }
    for (const [file, bytes] of kept) php.writeFile(file, bytes)
  }
}

/** The paths of all files below a folder; none where there is no folder. */
export function filesIn(php: PHP, folder: string): string[] {
  if (!php.isDir(folder)) return []
  return php
    .listFiles(folder, { prependPath: true })
    .flatMap((path) => (php.isDir(path) ? filesIn(php, path) : [path]))
}

/** A copy: the file's own memory is written to later. */
export function readCopy(php: PHP, file: string): Uint8Array {
  return php.readFileAsBuffer(file).slice()
}
