import type { ResponseHeaders } from '../core/fetchContract'

/** Headers that are found whatever their case, from a plain table of them. */
export function headersOf(given: Readonly<Record<string, string>> | null | undefined): ResponseHeaders {
  return {
    get: (wanted) =>
      Object.entries(given ?? {}).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1] ?? null,
  }
}
