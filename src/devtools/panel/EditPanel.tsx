import { useCallback, useSyncExternalStore } from 'react'
import type { RecordData } from '../../core/plain'
import { durabilityOf } from '../../durable/durabilityOf'
import { clearEntityRecordEdits } from '../../edits/editEntityRecord'
import { useEntityDispatch, useEntityStore } from '../../react/provider/EntityStoreProvider'
import { saveEditedEntityRecord } from '../../saving/saveEntityRecord'
import type { StoredWrite } from '../../saving/writes'
import { describeWrite } from '../recording/describeAction'
import type { Recorder } from '../recording/recorder'
import { ago } from './ago'
import { Change, short } from './Change'
import { Badge, Button, Section, type Tone } from './elements'
import { recordLogs, type Kept, type LoggedMutation, type RecordLog } from './recordLogs'
import { rowsOf } from './tables'
import { useWholeState } from './useWholeState'

const nothingKept: readonly never[] = []

/** The log of each record that is edited or waits, and the writes under way or failed. */
export function EditPanel({ mutations }: Pick<Recorder, 'mutations'>) {
  const state = useWholeState()
  const logs = recordLogs(state, useKept(), mutations)
  const writes = [...rowsOf(state.saving), ...rowsOf(state.deleting)]
  return (
    <>
      <Section title="Edits" detail={logs.length}>
        {logs.length === 0 && <p className="hint">Nothing is edited.</p>}
        <ul className="rows">
          {logs.map((log) => (
            <LogLine key={log.label} log={log} />
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

/** What waits and what was left, with durability. */
function useKept(): Kept {
  const durability = durabilityOf(useEntityStore())
  const subscribe = useCallback(
    (listener: () => void) => durability?.subscribe(listener) ?? (() => undefined),
    [durability],
  )
  const entriesNow = () => durability?.queue.entries() ?? nothingKept
  const recoveredNow = () => durability?.recovered() ?? nothingKept
  return {
    entries: useSyncExternalStore(subscribe, entriesNow, entriesNow),
    recovered: useSyncExternalStore(subscribe, recoveredNow, recoveredNow),
  }
}

function LogLine({ log }: { log: RecordLog }) {
  const dispatch = useEntityDispatch()
  const { kind, name, id, label, title, isEdited, base, readAt, mutations, view, transient } = log
  return (
    <li>
      <span>
        <span className="mono">{label}</span> {title}
      </span>
      <span className="hint">
        base: {valuesText(base)}
        {readAt !== undefined && `; read ${ago(readAt)}`}
      </span>
      {mutations.map((mutation) => (
        <MutationLine key={mutation.name} mutation={mutation} />
      ))}
      {transient.map((field) => (
        <span key={field} className="change hint">
          {field}: not sent
        </span>
      ))}
      <span className="hint">view: {valuesText(view)}</span>
      {isEdited && (
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
      )}
    </li>
  )
}

const tones: Readonly<Record<LoggedMutation['state'], Tone>> = {
  open: 'plain',
  left: 'warn',
  sending: 'accent',
  queued: 'plain',
  waiting: 'plain',
  uncertain: 'warn',
  late: 'plain',
  held: 'danger',
}

function MutationLine({ mutation: { state, page, at, fields } }: { mutation: LoggedMutation }) {
  return (
    <span className="line">
      <Badge tone={tones[state]}>{state}</Badge>
      <span className="hint">
        {page}
        {at !== undefined && `, ${ago(at)}`}
      </span>
      {fields.map(({ path, cell }) =>
        cell ? (
          <Change key={path} field={path} from={cell.base} to={cell.value} />
        ) : (
          <span key={path} className="change hint">
            {path}
          </span>
        ),
      )}
    </span>
  )
}

function valuesText(values: RecordData): string {
  return Object.entries(values)
    .map(([path, value]) => `${path} ${value === undefined ? 'not known' : short(value)}`)
    .join(', ')
}

function WriteLine({ write }: { write: StoredWrite }) {
  const { pending, error } = write
  return (
    <li>
      <span className="mono">{describeWrite(write)}</span>
      <span className="line">
        <Badge tone={pending ? 'accent' : 'danger'}>{pending ? 'under way' : 'failed'}</Badge>
        {error && <span className="hint">{error.message}</span>}
      </span>
    </li>
  )
}
