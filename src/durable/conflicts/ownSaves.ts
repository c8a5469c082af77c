import type { Cells } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { isEmpty, isRecord, own } from '../../core/plain'
import { isLater, type RecordVersion } from '../../core/recordVersion'
import type { EndedWrite, WriteIntent } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { makeCell, mapCells, none, pickCells } from '../../edits/cells'
import { splitPath, valueAtPath, type FieldPath } from '../../edits/fieldPath'
import { recordName, type DurableContext } from '../capability'
import { doneRows, readText, writeText } from '../journal/rows'
import { unkeptField } from '../keptFields'
import type { Connection } from '../storage/connection'
import type { CheckedSave } from './checked'
import { unwrapped } from './comparedRecord'
import { fieldKind, isMerging } from './fieldKinds'

/** What the pages of an owner have saved of a record, as it is stored. */
interface SavedRow {
  /** The version that the last save has made. */
  readonly version: RecordVersion
  /** Of each field its values before and after each of the saves, the latest last. */
  readonly fields: { readonly [path: FieldPath]: readonly unknown[] }
}

/** How many values are remembered of a field. */
const mostValues = 20

/**
 * Remembers what pages of the owner have saved, for those that had begun to type before and hear nothing of it: one that has
 * died, or saves in the same moment. Of one person the later save counts. Without a seal, as it is changed in one step; the
 * journal lets it go once nothing is open.
 */
export function makeOwnSaves(
  { settings: { isKept, seal } }: Pick<DurableContext, 'settings'>,
  connection: () => Connection | undefined,
) {
  let writing: Promise<unknown> | undefined

  return {
    /** Notes what was saved, and is what the server has. */
    note: ({ config, intent }: CheckedSave, { sent = none, body }: EndedWrite): void => {
      const answer = isRecord(body) ? unwrapped(config, body) : {}
      if (seal || unkeptField(sent, intent.kind, intent.name, isKept) !== undefined) return
      // What is merged is in conflict with nothing.
      const saved = pickCells(
        sent,
        (path, { base, value }) =>
          base !== undefined && !isMerging(fieldKind(config, answer, splitPath(path)[0], value)),
      )
      writing = connection()
        ?.transaction(['queue'], 'relaxed', async (transaction) => {
          const row = rowOf(intent)
          const before = readText<SavedRow>(String(await transaction.get('queue', row)))?.fields
          // A row of no field tells nobody anything.
          if (!before && isEmpty(saved)) return
          const fields = Object.entries(saved).map(([path, { base, value }]) => {
            const now = valueAtPath(answer, path) ?? value
            return [path, [...(own(before, path) ?? []), base, now].slice(-mostValues)] as const
          })
          const version = versionOfRecord(answer)
          transaction.put(
            'queue',
            row,
            writeText({ version, fields: { ...before, ...Object.fromEntries(fields) } }),
          )
          transaction.commit()
        })
        .catch(() => undefined)
    },
    /** Resolves once what was noted last is stored, or can't be. */
    settled: () => writing,
    /** What a save sends, each on what was saved of its field since it was begun. */
    basedOnLast: async (intent: WriteIntent): Promise<Cells> => {
      const { fields, origin } = intent
      try {
        const stored = await connection()?.transaction(['queue'], 'read', (transaction) =>
          transaction.get('queue', rowOf(intent)),
        )
        const { version, fields: all } = readText<SavedRow>(String(stored)) ?? {}
        if (!version || isLater(origin?.version ?? {}, version)) return fields
        return mapCells(fields, (cell, path) => {
          const values = own(all, path)
          const isBefore = values?.some((one) => isEqual(one, cell.base))
          return isBefore ? makeCell(cell.value, values?.at(-1)) : cell
        })
      } catch {
        // What can't be read says nothing.
        return fields
      }
    },
  }
}

function rowOf({ entity, key }: WriteIntent): string {
  return doneRows + recordName(entity, key ?? '')
}
