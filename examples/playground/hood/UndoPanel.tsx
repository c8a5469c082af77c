import { selectUndoHistory, type UndoLevel } from 'copydesk'
import { useEntitySelector, useUndo } from 'copydesk/react'
import { Badge } from '../ui/Badge'
import { Button } from '../ui/Button'
import { Panel } from '../ui/Panel'

/** The undo stack as it stands: newest first, with what is being typed on top. */
export function UndoPanel() {
  const { levels, position, staged } = useEntitySelector(selectUndoHistory)
  const { undo, redo, hasUndo, hasRedo } = useUndo()
  const rows = levels.map((level, place) => ({ level, place })).reverse()
  return (
    <Panel
      title={
        <>
          Undo stack{' '}
          <span className="quiet">
            {position} of {levels.length}
          </span>
        </>
      }
      actions={
        <>
          <Button size="small" disabled={!hasUndo} onClick={undo}>
            Undo
          </Button>
          <Button size="small" disabled={!hasRedo} onClick={redo}>
            Redo
          </Button>
        </>
      }
    >
      {levels.length + staged.length === 0 && <p className="hint">Nothing was changed yet.</p>}
      <ul className="hood-list">
        {staged.length > 0 && <LevelRow level={staged} state="being typed" />}
        {rows.map(({ level, place }) => (
          <LevelRow key={place} level={level} state={place < position ? 'done' : 'undone'} />
        ))}
      </ul>
    </Panel>
  )
}

function LevelRow({ level, state }: { level: UndoLevel; state: 'done' | 'undone' | 'being typed' }) {
  return (
    <li data-undone={state === 'undone'}>
      {level.map(({ kind, name, id, changes }) => (
        <span key={`${kind}/${name}/${id}`}>
          <span className="mono">
            {kind}/{name} {id}
          </span>
          {Object.entries(changes).map(([field, { from, to }]) => (
            <span key={field} className="undo-change hint">
              {field}: <del>{short(from)}</del> → <ins>{short(to)}</ins>
            </span>
          ))}
        </span>
      ))}
      <span>
        <Badge tone={state === 'being typed' ? 'warn' : undefined}>{state}</Badge>
      </span>
    </li>
  )
}

/** The end of a long text is where one types. */
function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 40 ? `…${text.slice(-40)}` : text || '“”'
}
