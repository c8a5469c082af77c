import type { Options } from 'tsup'

/** Leaves the messages of errors to development. */
export function developmentMessages(): NonNullable<Options['esbuildPlugins']>[number]
