/** The WordPress that the command line asks for, and what is left for Vitest. */
export function readArguments(given: readonly string[]): { wordpress: string | undefined; rest: string[] }
