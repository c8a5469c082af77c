import { memo, useDeferredValue, useState } from 'react'
import type { EntityState } from 'copydesk'
import { useEntitySelector } from 'copydesk/react'
import { ChevronRight } from 'lucide-react'
import { Panel } from '../ui/Panel'
import { isTable, tableRows } from './tableRows'

const whole = (state: EntityState) => state
// What elsewhere is a mistake is what this panel is for.
const isMeant = { devModeChecks: { identityFunctionCheck: 'never' } } as const

/** All that the store holds, slice by slice; only what is opened is rendered. */
export function StatePanel() {
  // Typing goes first.
  const state = useDeferredValue(useEntitySelector(whole, isMeant))
  return (
    <Panel title="State">
      <ul className="state-tree mono">
        {Object.entries(state).map(([slice, value]) => (
          <StateNode key={slice} name={slice} value={value} />
        ))}
      </ul>
    </Panel>
  )
}

const mostChildren = 50

const StateNode = memo(function StateNode({ name, value }: { name: string; value: unknown }) {
  const [isOpen, setIsOpen] = useState(false)
  const [most, setMost] = useState(mostChildren)
  if (typeof value !== 'object' || value === null) {
    return (
      <li>
        <span className="state-leaf">
          <span className="state-name">{name}</span> <Leaf value={value} />
        </span>
      </li>
    )
  }
  const children = isOpen ? childrenOf(value) : []
  return (
    <li>
      <button type="button" className="state-node" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <ChevronRight aria-hidden />
        <span className="state-name">{name}</span>
        <span className="quiet">{sizeOf(value)}</span>
      </button>
      {isOpen && (
        <ul>
          {children.slice(0, most).map(([key, child]) => (
            <StateNode key={key} name={key} value={child} />
          ))}
          {children.length > most && (
            <li>
              <button type="button" className="state-node" onClick={() => setMost(most * 4)}>
                {children.length - most} more
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
})

function Leaf({ value }: { value: unknown }) {
  const text = JSON.stringify(value) ?? 'undefined'
  return (
    <span className="state-value" data-type={typeof value} title={text.length > 60 ? text : undefined}>
      {text.length > 60 ? `${text.slice(0, 60)}…` : text}
    </span>
  )
}

function childrenOf(value: object): [key: string, child: unknown][] {
  return isTable(value) ? tableRows(value) : Object.entries(value)
}

function sizeOf(value: object): string {
  if (isTable(value)) return `${value.size} ${value.size === 1 ? 'row' : 'rows'}`
  return Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`
}
