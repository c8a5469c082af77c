const units = ['B', 'kB', 'MB', 'GB']

/** A number of bytes as people read it: `1.4 MB`. */
export function fileSize(bytes: number): string {
  const power = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0)
  const amount = bytes / 1000 ** power
  return `${amount >= 10 || power === 0 ? Math.round(amount) : amount.toFixed(1)} ${units[power]}`
}
