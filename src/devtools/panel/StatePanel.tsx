import { memo, useState } from 'react'
import { Section } from './elements'
import { isTable, rowsOf } from './tables'
import { useWholeState } from './useWholeState'

/** All that the store holds, slice by slice; only what is opened is rendered. */
export function StatePanel() {
  const state = useWholeState()
  return (
    <Section title="State">
      <ul className="tree">
        {Object.entries(state).map(([slice, value]) => (
          <StateNode key={slice} name={slice} value={value} />
        ))}
      </ul>
    </Section>
  )
}

const mostChildren = 50

const StateNode = memo(function StateNode({ name, value }: { name: string; value: unknown }) {
  const [isOpen, setIsOpen] = useState(false)
  const [most, setMost] = useState(mostChildren)
  if (typeof value !== 'object' || value === null) {
    return (
      <li>
        <span className="leaf">
          {name} <Leaf value={value} />
        </span>
      </li>
    )
  }
  const children = isOpen ? childrenOf(value) : []
  return (
    <li>
      <button type="button" className="node" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {name} <span className="quiet">{sizeOf(value)}</span>
      </button>
      {isOpen && (
        <ul>
          {children.slice(0, most).map(([key, child]) => (
            <StateNode key={key} name={key} value={child} />
          ))}
          {children.length > most && (
            <li>
              <button type="button" className="node" onClick={() => setMost(most * 4)}>
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
    <span className="value" data-type={typeof value} title={text.length > 60 ? text : undefined}>
      {text.length > 60 ? `${text.slice(0, 60)}…` : text}
    </span>
  )
}

function childrenOf(value: object): [key: string, child: unknown][] {
  return isTable(value) ? rowsOf(value) : Object.entries(value)
}

function sizeOf(value: object): string {
  if (isTable(value)) return `${value.size} ${value.size === 1 ? 'row' : 'rows'}`
  return Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`
}
