import { useEntitySelector } from '../../react/hooks/useEntitySelector'
import { useUndo } from '../../react/hooks/useUndo'
import type { UndoLevel } from '../../undo/changes'
import { selectUndoHistory } from '../../undo/selectors'
import { Change } from './Change'
import { Badge, Button, Section } from './elements'

/** The undo stack as it stands: newest first, with what is being typed on top. */
export function UndoPanel() {
  const { levels, position, staged } = useEntitySelector(selectUndoHistory)
  const { undo, redo, hasUndo, hasRedo } = useUndo()
  const rows = levels.map((level, place) => ({ level, place })).reverse()
  return (
    <Section
      title="Undo stack"
      detail={`${position} of ${levels.length}`}
      actions={
        <>
          <Button disabled={!hasUndo} onClick={undo}>
            Undo
          </Button>
          <Button disabled={!hasRedo} onClick={redo}>
            Redo
          </Button>
        </>
      }
    >
      {levels.length + staged.length === 0 && <p className="hint">Nothing was changed yet.</p>}
      <ul className="rows">
        {staged.length > 0 && <LevelRow level={staged} state="being typed" />}
        {rows.map(({ level, place }) => (
          <LevelRow key={place} level={level} state={place < position ? 'done' : 'undone'} />
        ))}
      </ul>
    </Section>
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
            <Change key={field} field={field} from={from} to={to} />
          ))}
        </span>
      ))}
      <span className="line">
        <Badge tone={state === 'being typed' ? 'warn' : undefined}>{state}</Badge>
      </span>
    </li>
  )
}
