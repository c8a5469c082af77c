import { isObject } from '../core/plain'
import type { FlavourSettings } from './flavours'
import type { NormalizeArguments } from './resolver'
import { shorthands } from './shorthands'

/** Selectors of one record, and where among their arguments its id is. */
const idPositions: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ...['getEntityRecord', 'getRawEntityRecord', 'getEditedEntityRecord'].map((name): [string, number] => [
    name,
    2,
  ]),
  ...[...shorthands].filter(([, { does }]) => does === 'get').map(([name]): [string, number] => [name, 0]),
])

/** Makes what gives arguments the form in which they name a resolution. */
export function normalizerOf({ hasSharedPermissions }: FlavourSettings): NormalizeArguments {
  return (selector, args) => {
    if (selector === 'canUser' && hasSharedPermissions) return permissionArguments(args)
    const position = idPositions.get(selector)
    const id = position === undefined ? undefined : args[position]
    const number = numberOf(id)
    return number === id ? args : args.map((arg, at) => (at === position ? number : arg))
  }
}

/** The number that an id is the text of, with spaces around it or without; anything else as it is. */
export function numberOf<Id>(id: Id): Id | number {
  if (typeof id !== 'string' || !/^\s*[1-9]\d*\s*$/.test(id)) return id
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : id
}

/** The four actions of a resource are one question; an id beside an object does not count. */
function permissionArguments([, resource, id]: readonly unknown[]): readonly unknown[] {
  if (!isObject(resource)) return ['read', resource, id]
  const { kind, name, id: own } = resource
  return own === undefined ? ['read', { kind, name }] : ['read', { kind, name, id: own }]
}
