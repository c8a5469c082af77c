import { titleOf } from '../../config/entityConfig'
import { selectEntityConfig } from '../../config/selectors'
import type { RecordData } from '../../core/plain'
import { clearEntityRecordEdits } from '../../edits/editEntityRecord'
import { selectEditedEntityRecord, selectRawEntityRecord } from '../../edits/selectors'
import type { StoredEdits } from '../../edits/storedEdits'
import { useEntityDispatch } from '../../react/provider/EntityStoreProvider'
import { saveEditedEntityRecord } from '../../saving/saveEntityRecord'
import type { StoredWrite } from '../../saving/writes'
import type { EntityState } from '../../store/rootReducer'
import { Change } from './Change'
import { Badge, Button, Section } from './elements'
import { rowsOf } from './tables'
import { useWholeState } from './useWholeState'
import { valueAtPath } from '../../edits/fieldPath'

/** What is edited and not saved, and the writes under way or failed. */
export function EditPanel() {
  const state = useWholeState()
  const edited = Object.values(state.edits.records).flatMap((table) => rowsOf(table).map(([, row]) => row))
  const writes = [...rowsOf(state.saving), ...rowsOf(state.deleting)]
  return (
    <>
      <Section title="Edits" detail={edited.length}>
        {edited.length === 0 && <p className="hint">Nothing is edited.</p>}
        <ul className="rows">
          {edited.map((row) => (
            <EditLine key={`${row.kind}/${row.name}/${row.id}`} row={row} state={state} />
          ))}
        </ul>
      </Section>
      <Section title="Writes" detail={writes.length}>
        {writes.length === 0 && <p className="hint">None is under way, and none has failed.</p>}
        <ul className="rows">
          {writes.map(([name, write]) => (
            <WriteLine key={`${name} ${write.isDelete}`} write={write} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function EditLine({ row, state }: { row: StoredEdits; state: EntityState }) {
  const dispatch = useEntityDispatch()
  const { kind, name, id, fields, transient } = row
  const raw = selectRawEntityRecord(state, kind, name, id)
  const edited: unknown = selectEditedEntityRecord(state, kind, name, id)
  const config = selectEntityConfig(state, kind, name)
  const title = config && edited ? titleOf(config, edited as Record<string, unknown>) : ''
  const label = `${kind}/${name} ${id ?? ''}`
  return (
    <li>
      <span>
        <span className="mono">{label}</span> {title}
      </span>
      <span>
        {Object.entries(fields).map(([path, { base, value }]) => (
          <Change
            key={path}
            field={path}
            from={valueAtPath(raw, path) ?? base}
            to={valueAtPath(edited as RecordData | undefined, path) ?? value}
          />
        ))}
        {Object.keys(transient).map((field) => (
          <span key={field} className="change hint">
            {field}: not sent
          </span>
        ))}
      </span>
      <span className="line">
        <span className="actions">
          <Button
            aria-label={`Discard the edits of ${label}`}
            onClick={() => dispatch(clearEntityRecordEdits(kind, name, id))}
          >
            Discard
          </Button>
          <Button
            aria-label={`Save ${label}`}
            onClick={() => {
              // A failure stands among the writes.
              dispatch(saveEditedEntityRecord(kind, name, id)).catch(() => undefined)
            }}
          >
            Save
          </Button>
        </span>
      </span>
    </li>
  )
}

function WriteLine({
  write: { kind, name, key, pending, error, isDelete, isAutosave },
}: {
  write: StoredWrite
}) {
  const deed = isDelete ? 'delete' : isAutosave ? 'autosave' : key === undefined ? 'create' : 'save'
  return (
    <li>
      <span className="mono">
        {deed} {kind}/{name} {key}
      </span>
      <span className="line">
        <Badge tone={pending ? 'accent' : 'danger'}>{pending ? 'under way' : 'failed'}</Badge>
        {error && <span className="hint">{error.message}</span>}
      </span>
    </li>
  )
}
