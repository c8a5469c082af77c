import { useMemo } from 'react'
import type { EntityId } from '../../core/keys'
import { isRecord } from '../../core/plain'
import { permissions } from '../../permissions/fetchPermissions'
import type { Resource } from '../../permissions/resource'
import type { EntityState } from '../../store/rootReducer'
import { useProvidedStore } from '../provider/EntityStoreProvider'
import { statusFields, type ReadStatus } from './status'
import { useRead, type ShownFields } from './useRead'

type Answers = ReturnType<typeof permissions.select>
type PermissionArgs = [resource: Resource, id?: EntityId]

/** The four answers; not asked before `isNeeded` says so. */
export function fourAnswers(
  isNeeded?: (state: EntityState) => boolean,
): ShownFields<PermissionArgs, Answers> {
  const select = (state: EntityState, args: PermissionArgs) => permissions.select(state, ...args)
  return { fields, select, ...(isNeeded && { isNeeded }) }
}

const fields: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...statusFields,
  'create',
  'read',
  'update',
  'delete',
])
const atOnce = /* @__PURE__ */ fourAnswers()

/** What the user may do with a resource, and how the read of that stands. */
export function usePermissions(resource: Resource, id?: EntityId, shown = atOnce): Answers & ReadStatus {
  const { kind, name, id: own } = isRecord(resource) ? resource : { kind: '', name: '', id }
  const base = typeof resource === 'string' ? resource : ''
  const args = useMemo(
    (): PermissionArgs => (base === '' ? [{ kind, name, id: own }] : [base, own]),
    [base, kind, name, own],
  )
  return useRead(useProvidedStore(), permissions, args, shown)
}
