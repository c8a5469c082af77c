import { keyField, type EntityConfig } from '../../config/entityConfig'
import { storeError } from '../../core/errors'
import type { Cells } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { filterFields, isEmpty, isRecord, own, type RecordData } from '../../core/plain'
import { isLater, type RecordVersion } from '../../core/recordVersion'
import type { EndedWrite } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { makeCell, mapCells, pickCells, valuesOfCells } from '../../edits/cells'
import { valueAtPath } from '../../edits/fieldPath'
import { rawRecord } from '../../edits/fields'
import { selectTargetView } from '../../saving/saveState'
import type { SaveConflict } from '../../saving/writes'
import type { DurableContext } from '../capability'
import { tagOfRecord, type Tag } from '../conflicts/preconditions'
import { withoutMeant } from '../journal/keptStray'
import { asSent } from '../conflicts/sentOtherwise'
import { sentBy } from '../../edits/log'
import type { Sent } from './attempts'
import { isOfOneWrite, verdictOf, type Verdict } from './classify'
import { canBeLookedUp } from './createOnce'
import { TakenOver, UncertainCreate } from './delivering'
import { fileOf, isNew, isSameRecord, type StoredEntry } from './entry'
import { isLastAnswer } from '../../saving/settleEdits'
import { errorText } from '../../resolution/errorText'
import { heldTrouble } from './held'
import { knowAlias } from './knowAlias'
import { isFloating } from '../conflicts/madeOf'
import { hasValues, knownValues } from '../conflicts/knownValues'
import type { QueueRows } from './queueRows'
import { aliasOf, madeRecord, pathsOfOthers, renamed, restOf, afterLostAnswer } from './sentEntry'
import { mutationOf, targetOfEntry } from './targets'

/** What a tab that sends tells the others of an entry that is done. */
export interface DoneEntry {
  readonly entry: StoredEntry
  /** The record as answered, or what a deletion was answered with. */
  readonly body: unknown
  /** Whether that is only what was saved of the record. */
  readonly isPartial?: boolean
  /** The paths of what others' work was merged into. */
  readonly merged?: readonly string[]
}

/** What the failures of a run come to. */
export interface RunVerdict {
  readonly isSignedOut: boolean
  /** Whether some of it has to be tried again. */
  readonly isAgain: boolean
  /** Whether some of it is done. */
  readonly isDone: boolean
  /** How long the server wants to be left alone, in milliseconds. */
  readonly retryAfter?: number
}

interface OutcomeOptions {
  readonly context: DurableContext
  readonly rows: Pick<QueueRows, 'change'>
  readonly onDone: (done: DoneEntry) => void
}

/** An entry that failed, and what that comes to. */
interface Failed {
  readonly sent: Sent
  readonly error: unknown
  readonly verdict: Verdict | 'asked'
}

/** An entry that is done, with what the server has answered. */
interface DoneWrite extends DoneEntry {
  readonly config: EntityConfig
  readonly tag: Tag
  /** How new the record is now, as far as that was answered. */
  readonly version: RecordVersion
  /** How new it was before, as others have left it; absent where nobody can say. */
  readonly sentOver: RecordVersion | undefined
}

/** Stores what became of entries that were sent. */
export function makeOutcomes({ context, rows, onDone }: OutcomeOptions) {
  const { store, report, files } = context

  /** What the whole run comes to; nothing is stored yet. */
  function read(run: readonly Sent[]): { readonly failed: readonly Failed[]; readonly verdict: RunVerdict } {
    const failed = run.flatMap((sent): Failed[] => {
      const { outcome } = sent
      if (!outcome || !('error' in outcome)) return []
      const { error } = outcome
      // It is another tab's matter.
      if (error instanceof TakenOver) return []
      const verdict = error instanceof UncertainCreate ? 'asked' : verdictOf(error, Date.now())
      return [{ sent, error, verdict }]
    })
    const verdicts = failed.flatMap(({ verdict }) => (verdict === 'asked' ? [] : [verdict]))
    const waits = verdicts.flatMap(({ retryAfter }) => retryAfter ?? [])
    return {
      failed,
      verdict: {
        isSignedOut: verdicts.some(({ kind }) => kind === 'signedOut'),
        isAgain: verdicts.some(({ kind }) => kind === 'again'),
        isDone: run.some((sent) => !isTakenOver(sent) && failed.every((one) => one.sent !== sent)),
        ...(waits.length > 0 && { retryAfter: Math.max(...waits) }),
      },
    }
  }

  /** Stores it, in one step; what is tried again is so at a time in milliseconds. */
  async function settle(run: readonly Sent[], failed: readonly Failed[], nextAt: number): Promise<void> {
    const done = run
      .filter((sent) => !isTakenOver(sent) && !failed.some((one) => one.sent === sent))
      .map(({ entry, config, outcome, rest }) => {
        const { ended } = (outcome ?? {}) as { readonly ended?: EndedWrite }
        const answered = ended?.body
        const version = isRecord(answered) ? versionOfRecord(answered) : {}
        const tag = entry.key === undefined ? {} : tagOfRecord(context.tags, config, entry.key, answered)
        const one = doneEntry(config, entry, ended)
        const made = madeRecord(config, entry, one.body)
        return {
          ...one,
          config,
          version,
          sentOver: ended?.sentOver,
          tag,
          made,
          left: rest && restOf(config, entry, one.body, rest),
        }
      })
    const changes = new Map(failed.map((one) => [one.sent.entry.id, changeOf(one, nextAt)]))
    const isDone = new Set(done.map(({ entry }) => entry.id))
    const [made] = done.flatMap(({ entry, made: one }) => (one ? [{ entry, replacement: one }] : []))
    const now = await rows.change(
      (entries) =>
        entries.flatMap((one) => {
          if (isDone.has(one.id))
            return done.flatMap(({ entry, left }) => (entry.id === one.id && left) || [])
          const change = changes.get(one.id) ?? renewedBy(done, one)
          const changed = change ? { ...one, ...change } : one
          return [made ? renamed(changed, made.replacement) : changed]
        }),
      // In one batch: what is left of the draft anywhere is about this record from now on, and makes no second one.
      made && { local: made.replacement.local, alias: aliasOf(made.entry, made.replacement) },
      // Before others hear that these wait no more: the answers say what becomes of the edits.
      () => {
        for (const { entry, body, isPartial, merged, made: one, left } of done) {
          if (one) knowAlias(store, entry, one)
          files.forget(fileOf(entry))
          const fields = pickCells(entry.fields, (path) => !left || !Object.hasOwn(left.fields, path))
          onDone({ entry: { ...entry, fields }, body, isPartial, merged })
        }
      },
    )
    for (const { left } of done) if (left) report(heldTrouble(left, errorText(left.error)))
    for (const { sent, error, verdict } of failed) {
      if (verdict === 'asked')
        report(heldTrouble(sent.entry, 'it may be on the server already. Say so with settle().'))
      else if (verdict.kind === 'held' && now.some(({ id }) => id === sent.entry.id))
        report(heldTrouble(sent.entry, errorText(error)))
    }
  }

  function changeOf(
    { sent: { entry, config }, error, verdict }: Failed,
    nextAt: number,
  ): Partial<StoredEntry> {
    if (verdict === 'asked') return { state: 'uncertain', isAsked: true, mayBeDone: true }
    if (verdict.kind === 'held') return { ...heldWith(error), ...(verdict.mayBeDone && { mayBeDone: true }) }
    const state = store.getState()
    const [view, mutation] = [selectTargetView(state, targetOfEntry(entry)), mutationOf(state, entry)]
    // A look costs little where it can tell.
    const mayBeDone = verdict.mayBeDone || (isNew(entry) && canBeLookedUp(config, entry))
    const fields = entry.what === 'update' ? asSent(view, mutation, entry.fields) : entry.fields
    const version = isLastAnswer(error) ? null : sentBy(view?.row, mutation)?.version
    return {
      ...(mayBeDone && { fields }),
      ...afterLostAnswer({ ...entry, fields }, mayBeDone, version),
      ...(isOfOneWrite(error) && { failures: 1 + (entry.failures ?? 0) }),
      error: storeError(error),
      nextAt,
      nextSaidAt: Date.now(),
    }
  }

  return {
    read,
    settle,
    /** Has an entry wait for a person that was not sent. */
    hold: async (entry: StoredEntry, error: unknown): Promise<void> => {
      await rows.change((entries) =>
        entries.map((one) => (one.id === entry.id ? { ...one, ...heldWith(error) } : one)),
      )
      report(heldTrouble(entry, errorText(error)))
    },
  }
}

/** What other tabs are to hear of an entry that is done. */
export function doneEntry(
  config: EntityConfig,
  entry: StoredEntry,
  ended: EndedWrite | undefined,
): DoneEntry {
  const answered = ended?.body
  if (entry.what !== 'update') {
    const merged = entry.what === 'delete' ? [] : pathsOfOthers(config, entry, answered)
    return { entry, body: answered, isPartial: false, merged }
  }
  const isPartial = ended?.isPartial === true || !isRecord(answered)
  const body = isPartial ? savedPart(config, entry, ended?.answer) : answered
  return { entry, body, isPartial, merged: pathsOfOthers(config, entry, body, ended?.sent) }
}

/** What is known of a record that a save was not answered with: what was saved, as it is now. */
function savedPart(config: EntityConfig, { fields, recordId }: StoredEntry, answer: unknown): RecordData {
  const field = keyField(config)
  const values = valuesOfCells(fields)
  const saved = isRecord(answer) ? filterFields(answer, (one) => Object.hasOwn(values, one)) : {}
  return { ...saved, ...(field !== undefined && { [field]: recordId }) }
}

/** Whether another tab goes on with what was sent. */
function isTakenOver({ outcome }: Sent): boolean {
  return outcome !== undefined && 'error' in outcome && outcome.error instanceof TakenOver
}

/**
 * What an entry is about now that waits behind another of the same record: the record as that has left it. A deletion is
 * still about what it was asked for where others have changed that since: it is held then.
 */
function renewedBy(done: readonly DoneWrite[], entry: StoredEntry): Partial<StoredEntry> | undefined {
  const last = done.filter((one) => isSameRecord(one.entry, entry)).at(-1)
  if (!last) return undefined
  // Whoever sends it may not have heard who has put the record in the trash.
  if (entry.what === 'update' && last.entry.what === 'delete') {
    const { status } = entry.fields
    return {
      origin: { ...entry.origin, isTrashed: true },
      ...(status && { fields: { ...entry.fields, status: makeCell(status.value, 'trash') } }),
    }
  }
  const { config, body, version, sentOver, tag } = last
  if (entry.what !== 'delete') {
    if (!isRecord(body)) return undefined
    const { log = [] } = entry
    const answer = rawRecord(config.rawAttributes, body)
    const left = withoutMeant(log, answer)
    const fields = basedOnMade(entry.fields, last, answer)
    if (left.length === log.length && isEmpty(fields)) return undefined
    return { log: left, fields: { ...entry.fields, ...fields } }
  }
  if (sentOver && isLater(sentOver, entry.origin?.version ?? sentOver)) return undefined
  const isTold = sentOver && !isEmpty(sentOver)
  if (isRecord(body) && !isTold && !hasValues(config, body, unsentOf(last.entry, entry.known, body)))
    return undefined
  const known = isEmpty(version) && isRecord(body) ? knownValues(config, body) : {}
  return { known, origin: { version }, tag }
}

/** What goes on from what was saved, based on what the server has made of that where it is something else. */
function basedOnMade(fields: Cells, { entry: saved, merged = [] }: DoneWrite, answer: RecordData): Cells {
  const onIt = pickCells(fields, (path, { base }) => {
    const [sent, made] = [own(saved.fields, path), valueAtPath(answer, path)]
    if (!sent || made === undefined || merged.includes(path)) return false
    return isEqual(base, sent.value) && !isEqual(base, made)
  })
  return mapCells(onIt, ({ value }, path) => makeCell(value, valueAtPath(answer, path)))
}

/** What a save has not changed of what was known of its record, also not along with what it has sent. */
function unsentOf({ fields, log }: StoredEntry, known: RecordData = {}, answer: RecordData): RecordData {
  const isAlong = (field: string) =>
    isFloating(answer, field, log) || (field === 'slug' && fields.status !== undefined)
  const saved = valuesOfCells(fields)
  return filterFields(known, (field) => !(field in saved) && !isAlong(field))
}

function heldWith(error: unknown): Partial<StoredEntry> {
  const { conflict } = Object(error) as { readonly conflict?: SaveConflict }
  return { state: 'held', error: storeError(error), ...(conflict && { conflict }) }
}
