import { ArrowDown, ArrowUp, ListIndentDecrease, ListIndentIncrease, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  createUndoLevel,
  editEntityRecord,
  selectEditedEntityRecord,
  selectSaveError,
  type RecordReference,
} from 'copydesk'
import { useEntityDispatch, useEntityRecords, useEntitySelector } from 'copydesk/react'
import { FormProvider, useFormRecord } from '../form/formContext'
import { RecordText } from '../form/fields'
import { LinkDialog, type ChosenLink } from '../links/LinkDialog'
import { plainText } from '../plainText'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../ui/Button'
import { ErrorState } from '../ui/ErrorState'
import { TextField } from '../ui/Field'
import { IconButton } from '../ui/IconButton'
import { Skeleton } from '../ui/Skeleton'
import { depthOf, newParentOf, outerParentOf, type PlacedItem } from './menuTree'
import type { MenuTarget, NewItems } from './useNewItems'

interface ShownItem extends PlacedItem {
  type: string
  type_label: string
  title: { rendered: string }
  menu_order: number
}

interface MenuItemList {
  /** In their edited order; null while they are not known. */
  items: readonly ShownItem[] | null
  /** The same, as what a save is told. */
  parts: readonly RecordReference[]
  error: unknown
  refetch: () => Promise<unknown>
}

/** The items of a menu, in the order in which they would be saved. */
export function useMenuItems(menu: number): MenuItemList {
  const query = useMemo(
    () => ({ menus: menu, per_page: -1, orderby: 'menu_order', order: 'asc' }) as const,
    [menu],
  )
  const { records, error, refetch } = useEntityRecords('root', 'menuItem', query)
  const places = useEntitySelector((state) =>
    (records ?? [])
      .map(({ id, menu_order, parent }) => {
        const edited = selectEditedEntityRecord(state, 'root', 'menuItem', id)
        return `${edited?.menu_order ?? menu_order}/${edited?.parent ?? parent}`
      })
      .join(),
  )
  return useMemo(() => {
    const placed = places.split(',').map((place) => place.split('/').map(Number))
    const items =
      records?.map((item, i) => {
        const [menu_order = item.menu_order, parent = item.parent] = placed[i] ?? []
        return { ...item, menu_order, parent }
      }) ?? null
    items?.sort((one, other) => one.menu_order - other.menu_order)
    const parts = (records ?? []).map(({ id }) => ({ kind: 'root', name: 'menuItem', key: id }))
    return { items, parts, error, refetch }
  }, [records, places, error, refetch])
}

/** What is in a menu: renamed, moved and nested as edits; added and removed by the next save. */
export function MenuItems({
  items: { items, error, refetch },
  added,
}: {
  items: MenuItemList
  added: NewItems
}) {
  useRenders('MenuItems')
  const { isReadOnly } = useFormRecord()
  const dispatch = useEntityDispatch()
  const [isChoosing, setIsChoosing] = useState(false)

  function swap(one: ShownItem | undefined, other: ShownItem | undefined) {
    if (!one || !other) return
    dispatch(createUndoLevel())
    const move = (id: number, menu_order: number) =>
      dispatch(editEntityRecord('root', 'menuItem', id, { menu_order }, { undoGroup: { across: 'swap' } }))
    move(one.id, other.menu_order)
    move(other.id, one.menu_order)
  }

  function nest(item: ShownItem, parent: number | undefined) {
    if (parent === undefined) return
    dispatch(createUndoLevel())
    dispatch(editEntityRecord('root', 'menuItem', item.id, { parent }))
  }

  return (
    <section className="form-section" aria-labelledby="menu-items">
      <h3 id="menu-items">Items</h3>
      <ErrorState error={error} onRetry={refetch} />
      <ErrorState error={added.error} />
      {!items && !error && <Skeleton height="10rem" />}
      {items?.length === 0 && added.items.length === 0 && <p className="quiet">No items yet.</p>}
      <ul className="menu-items">
        {items?.map((item, i) => (
          <li
            key={item.id}
            style={{ marginLeft: `${depthOf(items, item) * 1.5}rem` }}
            data-removed={added.removed.includes(item.id) || undefined}
          >
            {added.removed.includes(item.id) ? (
              <p className="removed-item">
                <del>{plainText(item.title.rendered)}</del> Removed when you save.
              </p>
            ) : (
              <ItemFields item={item} isReadOnly={isReadOnly} />
            )}
            <div className="item-buttons">
              {added.removed.includes(item.id) ? (
                <Button size="small" onClick={() => added.toggleRemoved(item.id)}>
                  Keep
                </Button>
              ) : (
                <>
                  <IconButton
                    label="Up"
                    icon={ArrowUp}
                    disabled={isReadOnly || i === 0}
                    onClick={() => swap(item, items[i - 1])}
                  />
                  <IconButton
                    label="Down"
                    icon={ArrowDown}
                    disabled={isReadOnly || i === items.length - 1}
                    onClick={() => swap(item, items[i + 1])}
                  />
                  <IconButton
                    label="Indent"
                    icon={ListIndentIncrease}
                    disabled={isReadOnly || newParentOf(items, item) === undefined}
                    onClick={() => nest(item, newParentOf(items, item)?.id)}
                  />
                  <IconButton
                    label="Outdent"
                    icon={ListIndentDecrease}
                    disabled={isReadOnly || outerParentOf(items, item) === undefined}
                    onClick={() => nest(item, outerParentOf(items, item))}
                  />
                  <IconButton
                    label="Remove"
                    icon={Trash2}
                    disabled={isReadOnly}
                    onClick={() => added.toggleRemoved(item.id)}
                  />
                </>
              )}
            </div>
          </li>
        ))}
        {added.items.map(({ key, title, url, target }) => (
          <li key={key}>
            <TextField
              label={target ? `New ${target.object.replace('_', ' ')}` : 'New link'}
              value={title}
              placeholder="Label"
              onChange={({ target }) => added.change(key, { title: target.value })}
            />
            <TextField
              label="Address"
              type="url"
              value={url}
              readOnly={target !== undefined}
              placeholder="https://"
              onChange={({ target }) => added.change(key, { url: target.value })}
            />
            <div className="item-buttons">
              <IconButton label="Remove" icon={Trash2} onClick={() => added.discard(key)} />
            </div>
          </li>
        ))}
      </ul>
      <div className="row-of">
        <Button disabled={isReadOnly || !items} onClick={() => setIsChoosing(true)}>
          <Plus aria-hidden />
          Add a page or post
        </Button>
        <Button disabled={isReadOnly || !items} onClick={() => added.add({ title: '', url: '' })}>
          <Plus aria-hidden />
          Add a link
        </Button>
      </div>
      {isChoosing && (
        <LinkDialog
          text=""
          onClose={() => setIsChoosing(false)}
          onChoose={(link) => {
            setIsChoosing(false)
            const target = targetOf(link)
            added.add({ title: link.title, url: link.url, ...(target && { target }) })
          }}
        />
      )}
    </section>
  )
}

function ItemFields({
  item: { id, type, type_label: typeLabel },
  isReadOnly,
}: {
  item: ShownItem
  isReadOnly: boolean
}) {
  useRenders('ItemFields')
  const error = useEntitySelector((state) => selectSaveError(state, 'root', 'menuItem', id))
  return (
    <FormProvider value={{ kind: 'root', name: 'menuItem', id, isReadOnly }}>
      <RecordText field="title" label={typeLabel} />
      {type === 'custom' ? (
        <RecordText field="url" label="Address" type="url" />
      ) : (
        <RecordText field="attr_title" label="Title attribute" />
      )}
      {error !== undefined && <p className="not-saved">Not saved.</p>}
    </FormProvider>
  )
}

/** What of the site was found; undefined for a mere address. */
function targetOf({ found }: ChosenLink): MenuTarget | undefined {
  if (!found || typeof found.id !== 'number') return undefined
  if (found.kind === 'post-type') return { type: 'post_type', object: found.type, object_id: found.id }
  return found.kind === 'taxonomy' ? { type: 'taxonomy', object: found.type, object_id: found.id } : undefined
}
