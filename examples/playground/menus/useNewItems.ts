import { useState } from 'react'
import { saveEntityRecord } from 'copydesk'
import { useEntityDispatch } from 'copydesk/react'
import { usePageDraft } from '../pageDrafts'

/** A link that is not in the menu before the menu is saved: readers would see it half written. */
export interface NewItem {
  key: string
  title: string
  url: string
}

export interface NewItems {
  items: readonly NewItem[]
  add: () => void
  change: (key: string, fields: Partial<NewItem>) => void
  remove: (key: string) => void
  save: () => Promise<void>
  isSaving: boolean
  error: unknown
}

/** The new links of a menu, in the order in which they were added. */
export function useNewItems(menu: number, lastPlace: number): NewItems {
  const dispatch = useEntityDispatch()
  const { value: items = [], read, change } = usePageDraft<readonly NewItem[]>(`links of menu ${menu}`)
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const set = (next: readonly NewItem[]) => change(next.length > 0 ? next : undefined)
  const current = () => read() ?? []

  async function save() {
    setIsSaving(true)
    setError(null)
    try {
      for (const [at, { key, title, url }] of current().entries()) {
        const place = { menus: menu, menu_order: lastPlace + 1 + at }
        const kind = { type: 'custom', status: 'publish' } as const
        const link = { title: title.trim() || url, url, ...kind, ...place }
        await dispatch(saveEntityRecord('root', 'menuItem', link, { throwOnError: true }))
        set(current().filter((item) => item.key !== key))
      }
    } catch (thrown) {
      setError(thrown)
    }
    setIsSaving(false)
  }

  return {
    items,
    add: () => set([...current(), { key: crypto.randomUUID(), title: '', url: '' }]),
    change: (key, fields) => set(current().map((item) => (item.key === key ? { ...item, ...fields } : item))),
    remove: (key) => set(current().filter((item) => item.key !== key)),
    save,
    isSaving,
    error,
  }
}
