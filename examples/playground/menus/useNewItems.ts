import { useState } from 'react'
import { deleteEntityRecord, saveEntityRecord } from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'
import { isDeleted } from '../errorText'
import { usePageDraft } from '../pageDrafts'

/** What of the site an item leads to. */
export interface MenuTarget {
  type: 'post_type' | 'taxonomy'
  /** Its type: `page`, `category`. */
  object: string
  object_id: number
}

/** An item that is not in the menu before the menu is saved: readers would see it half written. */
export interface NewItem {
  key: string
  title: string
  url: string
  /** Absent for a link to any address. */
  target?: MenuTarget
}

interface MenuDraft {
  items: readonly NewItem[]
  /** The ids of items that the next save removes. */
  removed: readonly number[]
}

export interface NewItems extends MenuDraft {
  /** How much of it the next save does. */
  count: number
  add: (item: Omit<NewItem, 'key'>) => void
  change: (key: string, fields: Partial<NewItem>) => void
  discard: (key: string) => void
  /** Marks an item of the menu as removed, or not any more. */
  toggleRemoved: (id: number) => void
  save: () => Promise<void>
  isSaving: boolean
  error: unknown
}

const nothing: MenuDraft = { items: [], removed: [] }

/** What is added to a menu and removed from it by its next save, the new items in the order in which they were added. */
export function useNewItems(menu: number, lastPlace: number): NewItems {
  const dispatch = useEntityDispatch()
  const { value = nothing, read, change } = usePageDraft<MenuDraft>(`items of menu ${menu}`)
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const current = () => read() ?? nothing
  const set = (next: MenuDraft) => change(next.items.length + next.removed.length > 0 ? next : undefined)
  const setItems = (items: readonly NewItem[]) => set({ ...current(), items })
  const discard = (key: string) => setItems(current().items.filter((item) => item.key !== key))

  async function create({ key, title, url, target }: NewItem, at: number) {
    const place = { menus: menu, menu_order: lastPlace + 1 + at, status: 'publish' as const }
    const leads = target ?? { type: 'custom' as const, url }
    const item = { title: title.trim() || url, ...leads, ...place }
    await dispatch(saveEntityRecord('root', 'menuItem', item, { throwOnError: true }))
    discard(key)
  }

  async function remove(id: number) {
    const options = { throwOnError: true }
    await dispatch(deleteEntityRecord('root', 'menuItem', id, { force: true }, options)).catch((thrown) => {
      // Somebody else was quicker: it is as it should be.
      if (!isDeleted(thrown)) throw thrown
    })
    set({ ...current(), removed: current().removed.filter((one) => one !== id) })
  }

  async function save() {
    setIsSaving(true)
    setError(null)
    try {
      for (const [at, item] of current().items.entries()) await create(item, at)
      for (const id of current().removed) await remove(id)
    } catch (thrown) {
      setError(thrown)
    }
    setIsSaving(false)
  }

  return {
    ...value,
    count: value.items.length + value.removed.length,
    add: (item) => setItems([...current().items, { ...item, key: crypto.randomUUID() }]),
    change: (key, fields) =>
      setItems(current().items.map((item) => (item.key === key ? { ...item, ...fields } : item))),
    discard,
    toggleRemoved(id) {
      const { removed } = current()
      const next = removed.includes(id) ? removed.filter((one) => one !== id) : [...removed, id]
      set({ ...current(), removed: next })
    },
    save,
    isSaving,
    error,
  }
}
