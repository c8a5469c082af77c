import { isRecord, own, type RecordData } from '../../core/plain'
import type { Services } from '../../core/thunk'
import type { EndedWrite, RecordVersion } from '../../core/writeGate'
import { versionOfRecord } from '../../edits/basis'
import { rawRecord } from '../../edits/fields'
import { recordPath } from '../../entities/recordPath'
import { writeSettled } from '../../saving/actions'
import type { SaveConflict } from '../../saving/writes'
import { targetOf, type CheckedSave } from './checked'
import { conflictOf } from './saveConflict'

/** Fields of which the server keeps revisions. */
const revisioned = ['title', 'content', 'excerpt'] as const

/** How an autosave is named among the revisions, of which it is one. */
const autosaveSlug = /-autosave-v1$/

/** The most revisions that are looked through. */
const mostRevisions = 100

/** What a save began with. */
interface SaveBegin {
  /** The record's version before. */
  readonly version: RecordVersion
  /** What the server had of the fields. */
  readonly before: RecordData
  readonly sent: RecordData
}

/**
 * Looks whether somebody has written between what is known of the record and this save, where its revisions say so. The
 * save is done; theirs is among the revisions, and the conflict says so.
 */
export async function findOvertaken(
  services: Services,
  checked: CheckedSave,
  { version, before, sent }: SaveBegin,
  ended: EndedWrite,
): Promise<EndedWrite> {
  const { intent, config, key } = checked
  if (!isRecord(ended.body) || intent.what !== 'update') return ended
  const now = versionOfRecord(ended.body)
  const fields = revisioned.filter((field) => Object.hasOwn(sent, field))
  if (fields.length === 0 || version.revisions === undefined || now.revisions === undefined) return ended
  // A changed text makes one revision; so does the first change of whatever.
  if (now.revisions <= version.revisions + 1) return ended
  const newer = Math.min(now.revisions - version.revisions, mostRevisions)
  const [first] = recordPath(config, key).split('?')
  // Of revisions WordPress gives a text whole or not at all.
  const parts = ['id', 'slug', 'modified_gmt', ...fields]
  const path = `${first}/revisions?context=edit&per_page=${newer}&_fields=${parts.join()}`
  // Without the revisions nothing is known: a save that is done does not fail for it.
  const rows = await services.fetcher({ path }).then(
    ({ data }) => (Array.isArray(data) ? data.filter(isRecord) : []),
    () => [],
  )
  const foreign = rows.filter(
    ({ id, slug }) =>
      Number(id) > (version.revision ?? 0) && id !== now.revision && !autosaveSlug.test(String(slug)),
  )
  const conflict = overtakenBy(checked, foreign, { before, sent, fields })
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
  { before, sent, fields }: Omit<SaveBegin, 'version'> & { readonly fields: readonly string[] },
): SaveConflict | undefined {
  const replaced: Record<string, SaveConflict['fields'][string]> = {}
  let modified: unknown
  for (const revision of revisions) {
    const raw = rawRecord(config.rawAttributes, revision)
    for (const field of fields) {
      const [base, mine, theirs] = [own(before, field), own(sent, field), own(raw, field)]
      if (theirs === base || theirs === mine || theirs === undefined || field in replaced) continue
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
