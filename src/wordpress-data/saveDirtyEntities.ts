import type { EntityId } from '../core/keys'
import { isObject, isRecord } from '../core/plain'
import { editEntityRecord } from '../edits/editEntityRecord'
import { selectEntityRecord } from '../entities/selectors'
import { decodeEntities } from '../rest/decodeEntities'
import { saveEditedEntityRecord, saveSpecifiedEntityEdits } from '../saving/saveEntityRecord'
import type { EntityStore } from '../store/createEntityStore'
import { createUndoLevel } from '../undo/actions'

/** A record, or one setting of the site, in the list that the save panel shows. */
export interface DirtyEntity {
  readonly kind: string
  readonly name: string
  readonly key?: EntityId
  /** Of the site: which of its settings. */
  readonly property?: string
}

/** What the save panel says when it saves. */
export interface SaveDirtyEntitiesOptions {
  readonly dirtyEntityRecords?: readonly DirtyEntity[]
  /** What stays unsaved. */
  readonly entitiesToSkip?: readonly DirtyEntity[]
  readonly onSave?: () => unknown
  readonly close?: (records: readonly DirtyEntity[]) => unknown
  readonly successNoticeContent?: string
}

/** What the save of the panel needs besides the store. */
export interface PanelContext {
  /** Calls an action of another store of the registry; nothing where there is none of that name. */
  readonly dispatchTo: (store: string, action: string, ...args: readonly unknown[]) => void
  readonly translate: (text: string) => string
}

const noticeId = 'site-editor-save-success'

/**
 * Saves what the save panel lists, each record by itself and the settings of the site as one, and says by one notice
 * how that went. Menus are published with it. What fails stays edited.
 */
export async function saveDirtyEntities(
  { dispatch, getState }: EntityStore,
  { dispatchTo, translate }: PanelContext,
  options: SaveDirtyEntitiesOptions = {},
): Promise<void> {
  const { dirtyEntityRecords = [], entitiesToSkip = [], onSave, close, successNoticeContent } = options
  const isSkipped = (one: DirtyEntity) => entitiesToSkip.some((other) => isSameEntity(one, other))
  const chosen = dirtyEntityRecords.filter((one) => !isSkipped(one))
  dispatchTo('core/notices', 'removeNotice', noticeId)
  close?.(chosen)

  const isSetting = ({ kind, name }: DirtyEntity) => kind === 'root' && name === 'site'
  const settings = chosen.filter(isSetting).flatMap(({ property }) => property ?? [])
  const saves = chosen
    .filter((one) => !isSetting(one))
    .map(({ kind, name, key }) => {
      if (kind === 'postType' && name === 'wp_navigation')
        dispatch(editEntityRecord<string, string>(kind, name, key, { status: 'publish' }))
      return dispatch(saveEditedEntityRecord(kind, name, key, { throwOnError: true }))
    })
  if (settings.length > 0)
    saves.push(
      dispatch(saveSpecifiedEntityEdits('root', 'site', undefined, settings, { throwOnError: true })),
    )
  // What is typed from now on is a change of its own.
  dispatch(createUndoLevel())
  dispatchTo('core/block-editor', '__unstableMarkLastChangeAsPersistent')

  const results = await Promise.allSettled(saves)
  const [announced] = await Promise.allSettled([(async () => onSave?.())()])
  const failed = [announced, ...results].find((result) => result.status === 'rejected')
  if (failed) {
    const text = decodeEntities(messageOf(failed.reason) || translate('Saving failed.'))
    dispatchTo('core/notices', 'createErrorNotice', text, { type: 'snackbar', id: noticeId })
    return
  }
  const base = selectEntityRecord(getState(), 'root', '__unstableBase')
  dispatchTo('core/notices', 'createSuccessNotice', successNoticeContent ?? translate('Site updated.'), {
    type: 'snackbar',
    id: noticeId,
    actions: [
      { label: translate('View site'), url: isRecord(base) ? base.home : undefined, openInNewTab: true },
    ],
  })
}

/** Whether two entries stand for the same record, or for the same setting of the site. */
export function isSameEntity(one: DirtyEntity, other: DirtyEntity): boolean {
  return (['kind', 'name', 'key', 'property'] as const).every((field) => one[field] === other[field])
}

/** The text of an error of any shape; `''` where it has none. */
function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (!isObject(error)) return ''
  if (typeof error.message === 'string') return error.message
  const hasText = typeof error.toString === 'function' && error.toString !== Object.prototype.toString
  return hasText ? String((error.toString as () => unknown)()) : ''
}
