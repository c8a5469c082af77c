import { __ } from '@wordpress/i18n'
import { useId, useState } from 'react'
import { isRecord, type RecordData } from '../../core/plain'
import { decodeEntities } from '../../rest/decodeEntities'
import { useCoreSelect, type CoreSelectors } from '../hooks/coreStore'
import { isSameEntity, type DirtyEntity } from '../saveDirtyEntities'
import { getTemplateInfo } from '../templateInfo'
import type { UnsavedEntity } from './useEntitiesSavedStatesIsDirty'

/** Props of {@link UnsavedGroup}. */
export interface UnsavedGroupProps {
  /** All of the same kind and name, at least one. */
  readonly entities: readonly UnsavedEntity[]
  readonly unselected: readonly DirtyEntity[]
  readonly onSelect: (entity: DirtyEntity, isSelected: boolean) => void
}

/** What is unsaved of one entity, with a box to tick for each: it folds. */
export function UnsavedGroup({ entities, unselected, onSelect }: UnsavedGroupProps) {
  const [isOpen, setOpen] = useState(true)
  const { kind = '', name = '' } = entities[0] ?? {}
  const label = useCoreSelect((core) => core.getEntityConfig(kind, name)?.label, [kind, name])
  return (
    <div className={`components-panel__body entities-saved-states__panel-body${isOpen ? ' is-opened' : ''}`}>
      <h2 className="components-panel__body-title">
        <button
          type="button"
          aria-expanded={isOpen}
          className="components-button components-panel__body-toggle"
          onClick={() => setOpen(!isOpen)}
        >
          {decodeEntities(label ?? name)}
        </button>
      </h2>
      {isOpen && (
        <>
          <div className="components-panel__row">{effectOf(kind, name)}</div>
          {entities.map((entity) => (
            <UnsavedRow
              key={String(entity.key ?? entity.property)}
              entity={entity}
              isSelected={!unselected.some((one) => isSameEntity(one, entity))}
              onSelect={onSelect}
            />
          ))}
        </>
      )}
    </div>
  )
}

function UnsavedRow({
  entity,
  isSelected,
  onSelect,
}: {
  readonly entity: UnsavedEntity
  readonly isSelected: boolean
  readonly onSelect: UnsavedGroupProps['onSelect']
}) {
  const id = useId()
  const { kind, name, key, property } = entity
  const title = useCoreSelect(
    (core) => (property ? entity.title : (templateTitle(core, entity) ?? entity.title)),
    [kind, name, key, property, entity.title],
  )
  return (
    <div className="components-panel__row">
      <div className="components-base-control components-checkbox-control entities-saved-states__change-control">
        <span className="components-checkbox-control__input-container">
          <input
            id={id}
            type="checkbox"
            className="components-checkbox-control__input"
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect(entity, currentTarget.checked)}
          />
        </span>
        <label htmlFor={id} className="components-checkbox-control__label">
          {decodeEntities(title ?? '') || __('Untitled')}
        </label>
      </div>
    </div>
  )
}

/** What people call a template; undefined for everything else. */
function templateTitle(core: CoreSelectors, { kind, name, key }: UnsavedEntity): string | undefined {
  if (kind !== 'postType' || !name.startsWith('wp_template')) return undefined
  const template = core.getEditedEntityRecord(kind, name, key)
  const theme = core.getCurrentTheme()
  if (!isRecord(template)) return undefined
  const { default_template_types: templateTypes } = isRecord(theme) ? theme : {}
  return getTemplateInfo({
    template,
    templateTypes: Array.isArray(templateTypes) ? (templateTypes as RecordData[]) : [],
  }).title
}

/** What saving it changes besides. */
function effectOf(kind: string, name: string): string {
  if (kind === 'root' && name === 'site') return __('These changes will affect your whole site.')
  if (kind === 'postType' && name === 'wp_template')
    return __('This change will affect other parts of your site that use this template.')
  return __('The following has been modified.')
}
