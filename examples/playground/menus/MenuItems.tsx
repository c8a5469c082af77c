import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
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
import { useRemoval } from '../form/useRemoval'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../ui/Button'
import { ErrorState } from '../ui/ErrorState'
import { TextField } from '../ui/Field'
import { IconButton } from '../ui/IconButton'
import { Skeleton } from '../ui/Skeleton'
import type { NewItems } from './useNewItems'

interface ShownItem {
  id: number
  type: string
  type_label: string
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
    () => ({ menus: menu, per_page: 100, orderby: 'menu_order', order: 'asc' }) as const,
    [menu],
  )
  const { records, error, refetch } = useEntityRecords('root', 'menuItem', query)
  const places = useEntitySelector((state) =>
    (records ?? [])
      .map(
        ({ id, menu_order }) =>
          selectEditedEntityRecord(state, 'root', 'menuItem', id)?.menu_order ?? menu_order,
      )
      .join(),
  )
  return useMemo(() => {
    const orders = places.split(',').map(Number)
    const items = records?.map((item, i) => ({ ...item, menu_order: orders[i] ?? item.menu_order })) ?? null
    items?.sort((one, other) => one.menu_order - other.menu_order)
    const parts = (records ?? []).map(({ id }) => ({ kind: 'root', name: 'menuItem', key: id }))
    return { items, parts, error, refetch }
  }, [records, places, error, refetch])
}

/** What is in a menu: renamed and moved as edits, added by the next save, taken out at once. */
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
  const removeRecord = useRemoval('root', 'menuItem')
  const [failure, setFailure] = useState<unknown>(null)
  const [isPending, setIsPending] = useState(false)

  function swap(one: ShownItem | undefined, other: ShownItem | undefined) {
    if (!one || !other) return
    dispatch(createUndoLevel())
    // Cached, so that one undo takes both back.
    const move = (id: number, menu_order: number) =>
      dispatch(editEntityRecord('root', 'menuItem', id, { menu_order }, { isCached: true }))
    move(one.id, other.menu_order)
    move(other.id, one.menu_order)
    dispatch(createUndoLevel())
  }

  async function run(write: () => Promise<unknown>) {
    setIsPending(true)
    setFailure(null)
    await write().catch(setFailure)
    setIsPending(false)
  }

  const remove = (id: number) => run(() => removeRecord(id, { what: 'this item', query: { force: true } }))

  return (
    <section className="form-section" aria-labelledby="menu-items">
      <h3 id="menu-items">Items</h3>
      <ErrorState error={error} onRetry={refetch} />
      <ErrorState error={failure ?? added.error} />
      {!items && !error && <Skeleton height="10rem" />}
      {items?.length === 0 && added.items.length === 0 && (
        <p className="quiet">Nothing is in this menu yet.</p>
      )}
      <ul className="menu-items">
        {items?.map((item, i) => (
          <li key={item.id}>
            <ItemFields item={item} isReadOnly={isReadOnly} />
            <div className="item-buttons">
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
                label="Take out"
                icon={Trash2}
                disabled={isReadOnly || isPending}
                onClick={() => void remove(item.id)}
              />
            </div>
          </li>
        ))}
        {added.items.map(({ key, title, url }) => (
          <li key={key}>
            <TextField
              label="New link"
              value={title}
              placeholder="What it is called"
              onChange={({ target }) => added.change(key, { title: target.value })}
            />
            <TextField
              label="Address"
              type="url"
              value={url}
              placeholder="https://"
              onChange={({ target }) => added.change(key, { url: target.value })}
            />
            <div className="item-buttons">
              <IconButton label="Take out" icon={Trash2} onClick={() => added.remove(key)} />
            </div>
          </li>
        ))}
      </ul>
      <div>
        <Button disabled={isReadOnly || isPending || !items} onClick={added.add}>
          <Plus aria-hidden />
          Add a link
        </Button>
      </div>
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
