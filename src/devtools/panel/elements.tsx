import { useId, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'

/** A part of the panel under a heading. */
export function Section({
  title,
  detail,
  actions,
  children,
}: {
  title: string
  detail?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <header>
        <h2 id={heading}>
          {title} {detail !== undefined && <span className="quiet">{detail}</span>}
        </h2>
        {actions !== undefined && <span className="actions">{actions}</span>}
      </header>
      {children}
    </section>
  )
}

export function Button(props: ComponentProps<'button'>) {
  return <button type="button" {...props} />
}

export type Tone = 'good' | 'accent' | 'warn' | 'danger' | 'plain'

export function Badge({ tone = 'plain', children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  )
}

/** A field that narrows a list down by what its rows are called. */
export function Filter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder="Filter"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Whether a text has what was typed into a filter. */
export function matches(filter: string, text: string): boolean {
  return text.toLowerCase().includes(filter.trim().toLowerCase())
}

export interface TabDescription {
  readonly id: string
  readonly label: string
  readonly render: () => ReactNode
}

/** Several parts in one place; only the selected one is rendered. Arrow keys, Home and End go from tab to tab. */
export function Tabs({
  tabs,
  selected,
  onSelect,
}: {
  tabs: readonly TabDescription[]
  selected: string
  onSelect: (id: string) => void
}) {
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
    <>
      <div className="tabs" role="tablist" aria-label="Copydesk devtools" onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
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
    </>
  )
}
