import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { entityKey, recordKey, type EntityId, type RecordKey } from '../../core/keys'

/** What is being edited below a provider, by entity. */
type ProvidedEntities = ReadonlyMap<string, Pick<EntityProviderProps, 'id' | 'revisionId'>>

export const EntityContext = /* @__PURE__ */ createContext<ProvidedEntities>(/* @__PURE__ */ new Map())

/** Props of {@link EntityProvider}. */
export interface EntityProviderProps {
  /** Without a kind the children see what is provided above. */
  readonly kind?: string
  /** Without a name, too. */
  readonly name?: string
  /** The id of the record. Default: none, so that nothing below edits the record of a provider above. */
  readonly id?: EntityId | undefined
  /** A revision to show in place of this record, and of no other. Default: the record itself. */
  readonly revisionId?: EntityId | undefined
  /** What is about the record. Default: nothing. */
  readonly children?: ReactNode
}

/**
 * Says which record the components below are about. Providers of several entities add up; the nearest one
 * of an entity counts.
 * @example
 * const form = (
 *   <EntityProvider kind="postType" name="post" id={1}>
 *     <TitleField />
 *   </EntityProvider>
 * )
 */
export function EntityProvider({ kind, name, id, revisionId, children }: EntityProviderProps) {
  const above = useContext(EntityContext)
  const provided = useMemo(
    // Without an id nothing is provided, not the outer record: edits below must never reach another one.
    () =>
      kind === undefined || name === undefined
        ? above
        : new Map([...above, [entityKey(kind, name), { id, revisionId }]]),
    [above, kind, name, id, revisionId],
  )
  return <EntityContext.Provider value={provided}>{children}</EntityContext.Provider>
}

/**
 * The id that the nearest provider gives for an entity; undefined when none does.
 * @example
 * const id = useEntityId('postType', 'post')
 */
export function useEntityId(kind: string, name: string): EntityId | undefined {
  return useProvidedEntity(kind, name)?.id
}

/** Which record of an entity to show, and which revision in place of it: as the nearest provider says, or by the given id. */
export function useShownRecord(
  kind: string,
  name: string,
  id: EntityId | undefined,
): { readonly key: RecordKey | undefined; readonly revision: RecordKey | undefined } {
  const provided = useProvidedEntity(kind, name)
  const key = recordKey(id ?? provided?.id)
  const revision = key && key === recordKey(provided?.id) ? recordKey(provided?.revisionId) : undefined
  return { key, revision }
}

/** What the nearest provider gives for an entity; undefined when none does. */
export function useProvidedEntity(
  kind: string,
  name: string,
): Pick<EntityProviderProps, 'id' | 'revisionId'> | undefined {
  return useContext(EntityContext).get(entityKey(kind, name))
}
