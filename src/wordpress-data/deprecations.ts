import { isObject } from '../core/plain'
import type { FlavourSettings } from './flavours'
import { shorthands } from './shorthands'

/** Says once that something should not be used any more, as `@wordpress/deprecated` does. */
export type Deprecated = (
  feature: string,
  options: { readonly since: string; readonly alternative?: string },
) => void

/** Functions that warn of the entity they are called for. */
const warning: ReadonlySet<string> = new Set([
  ...['getEntityRecord', '__experimentalGetEntityRecordNoResolver', 'getRawEntityRecord'],
  ...['getEditedEntityRecord', 'getEntityRecordEdits', 'getEntityRecordNonTransientEdits'],
  ...['hasEditsForEntityRecord', 'getEntityRecords', 'hasEntityRecords', 'getEntityRecordsTotalItems'],
  ...['getEntityRecordsTotalPages', 'isSavingEntityRecord', 'isAutosavingEntityRecord'],
  ...['isDeletingEntityRecord', 'getLastEntitySaveError', 'getLastEntityDeleteError', 'getRevisions'],
  ...['getRevision', 'getEntityConfig', 'getEntity', 'canUser', 'canUserEditEntityRecord'],
  ...['editEntityRecord', 'saveEntityRecord', 'saveEditedEntityRecord', 'deleteEntityRecord'],
  ...['__experimentalSaveSpecifiedEntityEdits', 'receiveRevisions'],
])

/** What a function is called where it has another name for the same. */
const aliases: { readonly [name: string]: string } = {
  __experimentalGetEntityRecordNoResolver: 'getEntityRecord',
  canUserEditEntityRecord: 'canUser',
  getEntity: 'getEntityConfig',
}

const generic = {
  get: 'getEntityRecord',
  list: 'getEntityRecords',
  save: 'saveEntityRecord',
  delete: 'deleteEntityRecord',
}

/** Makes what looks at each call whether it is about an entity that goes by another name now. */
export function createDeprecationCheck(
  { deprecated: entities }: FlavourSettings,
  deprecated: Deprecated,
): (name: string, args: readonly unknown[]) => void {
  const names = new Set(Object.keys(entities).map((entity) => entity.split('/')[1]))
  if (names.size === 0) return () => undefined

  function warn(feature: string, entity: string, by = ''): void {
    const replacement = entities[entity]
    if (replacement === undefined) return
    const { since, kind, name } = replacement
    deprecated(feature, { since, alternative: `the '${kind}', '${name}' entity${by}` })
  }

  return (functionName, args) => {
    const shorthand = shorthands.get(functionName)
    if (shorthand) {
      warn(`'${functionName}'`, `root/${shorthand.entity}`, ` via the '${generic[shorthand.does]}' function`)
      return
    }
    let [kind, name] = args
    if (functionName === 'canUser')
      ({ kind, name } = (isObject(name) ? name : {}) as { kind?: unknown; name?: unknown })
    if (
      typeof name !== 'string' ||
      !names.has(name) ||
      typeof kind !== 'string' ||
      !warning.has(functionName)
    )
      return
    const shown = aliases[functionName] ?? functionName
    warn(`The '${kind}', '${name}' entity (used via '${shown}')`, `${kind}/${name}`)
  }
}
