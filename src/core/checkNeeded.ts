import { EntityStoreError, show } from './errors'

/**
 * Checks an option that something can not do without.
 * @throws EntityStoreError `invalid_option` where it is missing, or of another type.
 */
export function checkNeeded<Options extends object, Name extends keyof Options & string>(
  options: Options | undefined,
  name: Name,
  type: 'function' | 'string',
  owner: string,
): void {
  const given: unknown = options?.[name]
  if (typeof given === type && given !== '') return
  throw new EntityStoreError(
    'invalid_option',
    `${owner} needs ${name}, a ${type}, but got ${show(given)}. Pass ${owner}({ ${name} }).`,
  )
}
