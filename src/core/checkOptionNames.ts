import { EntityStoreError } from './errors'
import { nearestName } from './nearestName'

/**
 * Refuses options that do not exist, which JavaScript lets through.
 * @throws EntityStoreError `invalid_option`, with the nearest option that there is.
 */
export function checkOptionNames(
  given: object,
  known: { readonly [option: string]: unknown },
  owner: string,
): void {
  for (const option of Object.keys(given)) {
    if (Object.hasOwn(known, option)) continue
    throw new EntityStoreError(
      'invalid_option',
      `${option} is no option of ${owner}. ${adviceFor(option, Object.keys(known))}`,
    )
  }
}

function adviceFor(option: string, names: readonly string[]): string {
  const near = nearestName(option, names)
  return near ? `Did you mean ${near}?` : `There are ${names.join(', ')}.`
}
