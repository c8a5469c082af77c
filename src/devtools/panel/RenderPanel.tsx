import { useSyncExternalStore } from 'react'
import type { Recorder } from '../recording/recorder'
import { Button, Section } from './elements'

/** Which components rendered again, and how often. */
export function RenderPanel({ renders }: Pick<Recorder, 'renders'>) {
  const { isOn, counts } = useSyncExternalStore(renders.subscribe, renders.read)
  return (
    <Section
      title="Renders"
      actions={
        <Button disabled={counts.length === 0} onClick={renders.clear}>
          Clear
        </Button>
      }
    >
      <label>
        <input type="checkbox" checked={isOn} onChange={({ target }) => renders.turn(target.checked)} /> Count
        renders, and let what renders light up
      </label>
      {isOn && counts.length === 0 && (
        <p className="hint">Nothing has rendered since. Type something: only what shows it will.</p>
      )}
      {counts.length > 0 && (
        <table className="counts">
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
    </Section>
  )
}
