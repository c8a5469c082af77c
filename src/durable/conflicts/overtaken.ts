import type { Cells } from '../../core/cells'
import { isOfWordPress } from '../../config/defineServer'
import { keyField } from '../../config/entityConfig'
import { recordKey } from '../../core/keys'
import { isRecord, own, type RecordData } from '../../core/plain'
import type { Services } from '../../core/thunk'
import type { RecordVersion } from '../../core/recordVersion'
import type { EndedWrite } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { valueAtPath } from '../../edits/fieldPath'
import { rawRecord } from '../../edits/fields'
import { writeSettled } from '../../saving/actions'
import type { SaveConflict } from '../../saving/writes'
import { targetOf } from '../targetOf'
import type { CheckedSave } from './checked'
import { isMadeOf } from './madeOf'
import { revisioned, revisionsSince } from './revisions'
import { conflictOf } from './saveConflict'

/** What a save began with. */
export interface SaveBegin {
  /** The record's version before. */
  readonly version: RecordVersion
  /** What was sent, based on what the server had. */
  readonly sent: Cells
}

/** How many writes of others between a check and an autosave are looked for: its answer does not say how many there were. */
const mostBeforeAutosave = 3

/**
 * Looks whether somebody has written between what is known of the record and this save, where its revisions say so. The
 * save is done; theirs is among the revisions, and the conflict says so.
 */
export async function findOvertaken(
  services: Services,
  checked: CheckedSave,
  { version, sent }: SaveBegin,
  ended: EndedWrite,
): Promise<EndedWrite> {
  const { intent, config, key } = checked
  if (!isRecord(ended.body)) return ended
  const now = versionOfRecord(ended.body)
  const fields = revisioned.filter((field) => Object.hasOwn(sent, field))
  if (fields.length === 0 || version.revisions === undefined) return ended
  const isAutosave = intent.what === 'autosave'
  // That of one's own draft is the draft, and makes no revision; any other is a copy beside the record.
  if (isAutosave && recordKey(own(ended.body, keyField(config) ?? '')) !== key) return ended
  // A changed text makes one revision; so does the first change of whatever.
  const made = isAutosave ? 0 : 1
  const newest = isAutosave ? version.revisions + mostBeforeAutosave : now.revisions
  if (newest === undefined || newest <= version.revisions + made) return ended
  // Of revisions WordPress gives a text whole or not at all. A save that is done does not fail for want of them.
  const parts = ['modified_gmt', ...fields]
  const newer = await revisionsSince(services, config, key, version, newest, parts)
  // What somebody has written after it was not replaced by it.
  const foreign = newer.filter(({ id, modified_gmt }) =>
    isAutosave
      ? String(modified_gmt) <= String(now.modified)
      : now.revision === undefined || Number(id) < now.revision,
  )
  const conflict = overtakenBy(checked, foreign, sent)
  if (conflict === undefined) return ended
  return {
    ...ended,
    makeResults: () => [...ended.makeResults(), writeSettled(targetOf(intent), { conflict })],
  }
}

/** The conflict with the newest revision of somebody else that has changed a field which the save has replaced. */
function overtakenBy(
  { intent, config }: CheckedSave,
  revisions: readonly RecordData[],
  sent: Cells,
): SaveConflict | undefined {
  const replaced: Record<string, SaveConflict['fields'][string]> = {}
  let modified: unknown
  for (const revision of revisions) {
    const raw = rawRecord(config.rawAttributes, revision)
    for (const field of revisioned) {
      if (!sent[field]) continue
      const { base, value: mine } = sent[field]
      const theirs = own(raw, field)
      // An empty text that nobody has seen is no work of anybody.
      if (theirs === (base ?? '') || theirs === mine || theirs === undefined || field in replaced) continue
      replaced[field] = { base, mine, theirs }
      modified ??= revision.modified_gmt
    }
  }
  if (Object.keys(replaced).length === 0) return undefined
  return conflictOf(intent, config, undefined, {
    reason: 'overtaken',
    fields: replaced,
    ...(typeof modified === 'string' && { modified }),
  })
}

/**
 * Whether the answer to a save has, in the place of a text that was sent, one of somebody else: nothing of what was written
 * is in it, or all that was taken out. WordPress answers so where another write comes between a save and its answer.
 */
export function isAnsweredByOthers(
  { config, intent }: CheckedSave,
  { version, sent }: SaveBegin,
  { body, isPartial }: EndedWrite,
): boolean {
  if (!isRecord(body) || isPartial || intent.what !== 'update') return false
  const answer = rawRecord(config.rawAttributes, body)
  const { revision, revisions } = versionOfRecord(body)
  const isWritten = revision !== version.revision || revisions !== version.revisions
  const hasRevisions = (path: string) =>
    version.revisions !== undefined && revisioned.some((field) => field === path)
  return Object.entries(sent).some(([path, { base, value: mine }]) => {
    const now = valueAtPath(answer, path)
    if (typeof base !== 'string' || typeof mine !== 'string' || typeof now !== 'string' || now === mine)
      return false
    const [known, written, answered] = [wordsOf(base), wordsOf(mine), wordsOf(now)]
    // Where the text is what it was, and there is no revision since, nobody has written: the site does not take what was sent.
    // Of what has none nobody can say so, and a site may clean it: there are words in its place that were in neither.
    const isForeign = hasRevisions(path)
      ? now !== base || isWritten
      : now !== base &&
        isOfWordPress(config.baseURL) &&
        path !== 'status' &&
        !isMadeOf('scalar', path, mine, now, base) &&
        [...answered].some((word) => word !== '' && !known.has(word) && !written.has(word))
    if (!isForeign) return false
    const added = [...written].filter((word) => !known.has(word))
    const removed = [...known].filter((word) => !written.has(word))
    if (added.length > 0) return added.every((word) => !answered.has(word))
    return removed.length > 0 && removed.every((word) => answered.has(word))
  })
}

/** The words of a text; what stands between them where there are none. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [text.trim()])
}
