import type { WriteIntent } from '../core/writeGate'
import type { WriteTarget } from '../entities/actions'

/** What a write is about, as its actions say it. */
export function targetOf(intent: WriteIntent): WriteTarget {
  const { what, kind, name, entity, key, id, createId, mutation } = intent
  return {
    kind,
    name,
    entity,
    key,
    id,
    ...(createId !== undefined && { createId }),
    ...(mutation !== undefined && { mutation }),
    isAutosave: what === 'autosave',
    ...(what === 'delete' && { isDelete: true }),
  }
}
