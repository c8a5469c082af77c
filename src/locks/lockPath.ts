import { keptName } from '../core/keys'

/** The path of a lock in texts: of an entity by the name under which it is kept, as saves lock it. */
export function lockPath(path: readonly (string | number)[]): readonly string[] {
  const [root = '', records, kind = '', name, ...below] = path.map(String)
  return root === 'entities' && records === 'records' && name !== undefined
    ? [root, records, ...keptName(kind, name), ...below]
    : path.map(String)
}
