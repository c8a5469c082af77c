import { useMemo, useState } from 'react'
import { useCoreSelect, type PeerDirtyRecord } from '../hooks/coreStore'
import { isSameEntity, type DirtyEntity } from '../saveDirtyEntities'

/** A record, or one setting of the site, with unsaved edits. */
export interface UnsavedEntity extends DirtyEntity {
  readonly title?: string
}

/** What {@link useEntitiesSavedStatesIsDirty} gives. */
export interface EntitiesSavedStatesIsDirty {
  /** Records first, then what is edited of the site, setting by setting. */
  readonly dirtyEntityRecords: readonly UnsavedEntity[]
  /** Whether anything of that is selected to be saved. */
  readonly isDirty: boolean
  /** Selects one to be saved or takes it out; by `property` one setting of the site. */
  readonly setUnselectedEntities: (entity: DirtyEntity, isSelected: boolean) => void
  readonly unselectedEntities: readonly DirtyEntity[]
}

/** What people call some of a site is shown first, in this order. */
const firstSettings = ['title', 'description', 'site_logo', 'site_icon']

const isSite = ({ kind, name }: PeerDirtyRecord) => kind === 'root' && name === 'site'

/** What there is to save, and what of that was taken out. */
export function useEntitiesSavedStatesIsDirty(): EntitiesSavedStatesIsDirty {
  const { records, edits, labels } = useCoreSelect(
    (core) => ({
      records: core.__experimentalGetDirtyEntityRecords(),
      edits: core.getEntityRecordEdits('root', 'site'),
      labels: core.getEntityConfig('root', 'site')?.meta?.labels,
    }),
    [],
  )
  const dirtyEntityRecords = useMemo(() => {
    const names = Object.keys(edits ?? {})
    const known = firstSettings.filter((name) => names.includes(name))
    const others = names.filter((name) => !known.includes(name))
    const settings = [...known, ...others].map((property) => ({
      kind: 'root',
      name: 'site',
      title: labels?.[property] ?? property,
      property,
    }))
    return [...records.filter((record) => !isSite(record)), ...settings]
  }, [records, edits, labels])
  const [unselectedEntities, setUnselected] = useState<readonly DirtyEntity[]>([])
  const setUnselectedEntities = (entity: DirtyEntity, isSelected: boolean) =>
    setUnselected((before) => {
      const others = before.filter((one) => !isSameEntity(one, entity))
      return isSelected ? others : [...others, entity]
    })
  return {
    dirtyEntityRecords,
    isDirty: dirtyEntityRecords.length - unselectedEntities.length > 0,
    setUnselectedEntities,
    unselectedEntities,
  }
}
