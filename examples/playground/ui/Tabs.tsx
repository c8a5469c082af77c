import { useId, type KeyboardEvent, type ReactNode } from 'react'

export interface TabDescription {
  id: string
  label: ReactNode
  render: () => ReactNode
}

interface TabsProps {
  label: string
  tabs: readonly TabDescription[]
  selected: string
  onSelect: (id: string) => void
}

/** Several panels in one place; only the selected one is rendered. Arrow keys go from tab to tab. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const base = useId()
  const current = tabs.find(({ id }) => id === selected) ?? tabs[0]
  if (!current) return null

  function move({ key, currentTarget }: KeyboardEvent<HTMLDivElement>) {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    const place = tabs.findIndex(({ id }) => id === current?.id)
    const next = (place + step + tabs.length) % tabs.length
    onSelect(tabs[next]?.id ?? '')
    currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            className="tab"
            aria-selected={tab === current}
            aria-controls={`${base}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${base}-panel`}
        className="tab-panel"
        role="tabpanel"
        aria-labelledby={`${base}-${current.id}`}
        tabIndex={0}
      >
        {current.render()}
      </div>
    </div>
  )
}
