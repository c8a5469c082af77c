import { useSyncExternalStore } from 'react'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/Field'
import { Panel } from '../ui/Panel'
import { renderTracker } from './renderTracker'

/** Which components rendered again, and how often. */
export function RenderPanel() {
  const counts = useSyncExternalStore(renderTracker.subscribe, renderTracker.read)
  const isOn = useSyncExternalStore(renderTracker.subscribe, renderTracker.isOn)
  return (
    <Panel
      title="Renders"
      actions={
        <Button size="small" variant="plain" disabled={counts.length === 0} onClick={renderTracker.clear}>
          Clear
        </Button>
      }
    >
      <Checkbox
        label="Count renders, and let what renders light up"
        checked={isOn}
        onChange={(event) => renderTracker.turn(event.target.checked)}
      />
      {isOn && counts.length === 0 && (
        <p className="hint">Nothing has rendered since. Type something: only what shows it will.</p>
      )}
      {counts.length > 0 && (
        <table className="render-table">
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col">Renders</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ name, count }) => (
              <tr key={name}>
                <td className="mono">{name}</td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
