import { __, _n, sprintf } from '@wordpress/i18n'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useCoreDispatch } from '../hooks/coreStore'
import type { DirtyEntity } from '../saveDirtyEntities'
import { UnsavedGroup } from './UnsavedGroup'
import type { EntitiesSavedStatesIsDirty, UnsavedEntity } from './useEntitiesSavedStatesIsDirty'

/** Props of the save panel. */
export interface SavePanelProps extends EntitiesSavedStatesIsDirty {
  /** Called with what is being saved, or with nothing when it is given up. */
  readonly close: (saved?: readonly DirtyEntity[]) => unknown
  /** Shown above how much there is to save. */
  readonly additionalPrompt?: ReactNode
  /** Called when everything was saved. */
  readonly onSave?: () => unknown
  /** Default: whether anything is selected. */
  readonly saveEnabled?: boolean
  /** Text of the button. Default `Save`. */
  readonly saveLabel?: string
  /** Whether the panel is a dialog: named, focused, closed by Escape. */
  readonly renderDialog?: boolean
  /** `inline`: the buttons stand below. Default: above. */
  readonly variant?: string
  /** What the notice says afterwards. Default `Site updated.` */
  readonly successNoticeContent?: string
}

/** The save panel, with what its user does otherwise. Styled by the classes of `@wordpress/components`. */
export function EntitiesSavedStatesExtensible({
  additionalPrompt,
  close,
  onSave,
  saveEnabled,
  saveLabel = __('Save'),
  renderDialog: isDialog = false,
  dirtyEntityRecords,
  isDirty,
  setUnselectedEntities,
  unselectedEntities,
  variant = 'default',
  successNoticeContent,
}: SavePanelProps) {
  const { saveDirtyEntities } = useCoreDispatch()
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (isDialog) panel.current?.focus()
  }, [isDialog])

  const isInline = variant === 'inline'
  const isEnabled = saveEnabled ?? isDirty
  const save = () =>
    saveDirtyEntities({
      onSave,
      dirtyEntityRecords,
      entitiesToSkip: unselectedEntities,
      close,
      successNoticeContent,
    })
  const buttons = (
    <div
      className={`components-flex entities-saved-states__panel-${isInline ? 'footer' : 'header'}`}
      style={{ display: 'flex', gap: 8, justifyContent: isInline ? 'flex-end' : 'space-between' }}
    >
      <button
        type="button"
        className={`components-button ${isInline ? 'is-tertiary' : 'is-secondary is-compact'}`}
        style={isInline ? undefined : { flex: 1, justifyContent: 'center' }}
        onClick={() => close()}
      >
        {__('Cancel')}
      </button>
      <button
        type="button"
        className={`components-button entities-saved-states__save-button is-primary${isInline ? '' : ' is-compact'}`}
        style={isInline ? undefined : { flex: 1, justifyContent: 'center' }}
        // Stays within reach of the keyboard.
        aria-disabled={isEnabled ? undefined : true}
        onClick={() => void (isEnabled && save())}
      >
        {saveLabel}
      </button>
    </div>
  )
  const dialog = isDialog && {
    role: 'dialog',
    'aria-labelledby': `${id}label`,
    'aria-describedby': `${id}text`,
    tabIndex: -1,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close()
    },
  }
  const count = dirtyEntityRecords.length
  return (
    <div ref={panel} className={`entities-saved-states__panel${isInline ? ' is-inline' : ''}`} {...dialog}>
      {!isInline && buttons}
      <div className="entities-saved-states__text-prompt">
        <div className="entities-saved-states__text-prompt--header-wrapper">
          <strong id={`${id}label`} className="entities-saved-states__text-prompt--header">
            {__('Are you ready to save?')}
          </strong>
        </div>
        <div id={`${id}text`}>
          {additionalPrompt}
          <p className="entities-saved-states__text-prompt--changes-count">
            {sprintf(_n('%d change is not saved yet.', '%d changes are not saved yet.', count), count)}
          </p>
        </div>
      </div>
      {groupsOf(dirtyEntityRecords).map((entities) => (
        <UnsavedGroup
          key={`${entities[0]?.kind}/${entities[0]?.name}`}
          entities={entities}
          unselected={unselectedEntities}
          onSelect={setUnselectedEntities}
        />
      ))}
      {isInline && buttons}
    </div>
  )
}

/** Settings of the site first, then templates, then everything else: each entity by itself. */
const firstGroups = ['root/site', 'root/globalStyles', 'postType/wp_template', 'postType/wp_template_part']

function groupsOf(entities: readonly UnsavedEntity[]): readonly (readonly UnsavedEntity[])[] {
  const groups = new Map<string, UnsavedEntity[]>(firstGroups.map((name) => [name, []]))
  for (const entity of entities) {
    const name = `${entity.kind}/${entity.name}`
    groups.set(name, [...(groups.get(name) ?? []), entity])
  }
  return [...groups.values()].filter((group) => group.length > 0)
}
