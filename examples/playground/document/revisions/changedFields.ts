/** A revision as the list of them has it. */
export interface ListedRevision {
  id: number
  author: number
  /** `8335-autosave-v1` for a safety copy, which nobody has saved. */
  slug: string
  date: string
  date_gmt: string
  modified: string
}

/** A revision with its texts. */
export interface ShownRevision {
  id: number
  title: { raw: string }
  content: { raw: string }
  excerpt: { raw: string }
  meta?: Record<string, unknown>
}

/** One field that two versions do not agree on. */
export interface ChangedField {
  field: string
  from: unknown
  to: unknown
}

const texts = ['title', 'content', 'excerpt'] as const

/** What one version has that is not as in another; all that it says where there is none before it. */
export function changedFields(from: SavedFields | undefined, to: SavedFields): ChangedField[] {
  const changed: ChangedField[] = texts.map((field) => ({
    field,
    from: from?.[field].raw ?? '',
    to: to[field].raw,
  }))
  for (const key of Object.keys({ ...from?.meta, ...to.meta })) {
    changed.push({ field: `meta.${key}`, from: from?.meta?.[key] ?? '', to: to.meta?.[key] ?? '' })
  }
  return changed.filter((one) => JSON.stringify(one.from) !== JSON.stringify(one.to))
}

/** Whether a version is a safety copy: it was never what readers saw. */
export function isCopy({ slug }: ListedRevision): boolean {
  return /-autosave(?:-v\d+)?$/.test(slug)
}

/** Whether a version has the texts of another: only then it is what readers see. */
export function isSame(one: SavedFields, other: SavedFields): boolean {
  return texts.every((field) => one[field].raw === other[field].raw)
}

/** What a version is compared by. */
export type SavedFields = Pick<ShownRevision, 'title' | 'content' | 'excerpt' | 'meta'>

/** The edits that make a document what it was in a version. */
export function editsToward({ title, content, excerpt, meta }: SavedFields) {
  return {
    title: title.raw,
    content: content.raw,
    excerpt: excerpt.raw,
    // The blocks follow from the content.
    blocks: undefined,
    ...(meta && { meta }),
  }
}
