import type { EntityId } from '../../core/keys'
import { useProvidedEntity } from '../../react/provider/EntityProvider'

/** Which record a hook is about, and which revision is shown in place of it: the one given, or the provided one. */
export function useShownRecord(
  kind: string,
  name: string,
  given: EntityId | undefined,
): { readonly id: EntityId | undefined; readonly revisionId: EntityId | undefined } {
  const provided = useProvidedEntity(kind, name)
  const id = given ?? provided?.id
  const isProvided = id !== undefined && String(id) === String(provided?.id)
  return { id, revisionId: isProvided ? provided?.revisionId : undefined }
}
