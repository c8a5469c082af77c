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

/**
 * Several panels in one place; only the selected one is rendered. Arrow keys, Home and End go from tab to tab. The panel
 * of `copydesk/devtools` has tabs like these inside, which it does not export: a package for data offers no widgets.
 */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const base = useId()
  const current = tabs.find(({ id }) => id === selected) ?? tabs[0]
  if (!current) return null

  const place = tabs.indexOf(current)

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const next = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const target = (next + tabs.length) % tabs.length
    onSelect(tabs[target]?.id ?? '')
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
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
