import { inject } from 'vitest'
import { hasChange, type ServerChangeName } from '../../src/testing/site/serverChanges'

/** Whether the WordPress of this run does what newer servers do differently from 6.6. */
export function serverDoes(name: ServerChangeName): boolean {
  return hasChange(inject('wordpress').version, name)
}
