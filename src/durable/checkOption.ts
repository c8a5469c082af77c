import { EntityStoreError, show } from '../core/errors'

/** @throws EntityStoreError `invalid_option` for a value that an option can't have. */
export function checkOption(option: string, value: unknown, isFine: boolean, wanted: string): void {
  if (isFine) return
  throw new EntityStoreError('invalid_option', `${option} is ${show(value)}. Pass ${wanted}.`)
}
