import { entityOf, type EntityConfig } from '../../config/entityConfig'
import { addresses } from '../../core/address'
import type { EntityKey, QueryKey, RecordKey } from '../../core/keys'
import { isEqual } from '../../core/isEqual'
import { readPath } from '../../core/paths'
import type { RecordData } from '../../core/plain'
import { eachRow, getRow } from '../../core/recordTable'
import { selectRow } from '../../entities/selectors'
import type { StoredQuery } from '../../queries/storedQuery'
import { readSucceeded, type ReadSucceeded } from '../../resolution/actions'
import { selectStaleSeq } from '../../resolution/selectors'
import type { EntityState } from '../../store/rootReducer'
import { askedLists, type AskedList } from './askedLists'
import { affectedByAddress, affectedByDeletion } from './deletions'
import type { KnownRules } from './listRules'
import { isSameToList, isUnderstood, looksAt } from './membership'
import type { ListNote, ListNotes } from './listNotes'
import { orderValue, type OrderValue } from './order'
import { patchList, type RecordWrite } from './patchList'

interface PatchContext {
  readonly config: EntityConfig
  readonly rules: KnownRules
  readonly notes: ListNotes
}

/** When a write left: by the order of this store's requests, or in milliseconds where another page may have sent it. */
export interface Departure {
  readonly seq?: number
  /** Whether the written record was read first since, so that nobody knows what it was. */
  readonly isSeen?: boolean
  readonly at?: number
}

/** When a write left, as far as that is known, and when it was answered. */
export interface WriteMoments {
  readonly sent: Departure | undefined
  readonly seq: number
  /** What was asked for before that is stale. */
  readonly invalidatedSeq: number
}

/** What the writes of one action make of the lists of an entity. */
export class EntityPatch {
  private readonly entity: EntityKey
  private readonly askedLists: ReadonlyMap<QueryKey, AskedList>
  /** Records as earlier writes of the same action have left them. */
  private readonly records = new Map<RecordKey, RecordData | null>()
  private readonly changed = new Map<QueryKey, StoredQuery>()
  private readonly stale = new Set<QueryKey>()
  private readonly values = new Map<string, Map<RecordKey, OrderValue>>()
  private newest = 0

  constructor(
    private readonly state: EntityState,
    private readonly context: PatchContext,
  ) {
    this.entity = entityOf(context.config)
    this.askedLists = askedLists(state, this.entity)
  }

  /**
   * Patches every list with a write.
   * @returns The lists that have to be asked for again.
   */
  apply(given: RecordWrite, moments: WriteMoments): ReadonlySet<QueryKey> {
    const { key } = given
    const before = this.records.get(key)
    const write = before === undefined ? given : { ...given, before }
    const row = before === undefined ? selectRow(this.state, this.entity, key, 'default') : undefined
    const knownSeq = row?.seq ?? moments.seq
    this.records.set(key, write.after)
    for (const values of this.values.values()) values.delete(key)
    this.newest = moments.seq
    const asked = new Set<QueryKey>()
    const { queries } = this.state
    const isAffected = this.affectedBy(write)
    eachRow(getRow(queries, this.entity), (list, query) => {
      if (isAffected(list)) this.noteOf(query as QueryKey).patched.clear()
      else if (!this.isStaleAfter(write, { ...moments, knownSeq }, query as QueryKey, list)) return
      asked.add(query as QueryKey)
    })
    // Lists of which nothing is known yet, but an answer is on its way.
    for (const [query, list] of this.askedLists)
      if (list.isResolving && !getRow(getRow(queries, this.entity), query) && !this.isSame(write, list))
        asked.add(query)
    for (const query of asked) this.stale.add(query)
    return asked
  }

  /** Of which lists a write changes other rows than that of its record. */
  private affectedBy({ key, before, after }: RecordWrite): (list: StoredQuery) => boolean {
    if (!after) return affectedByDeletion(this.state, this.entity, this.context.rules, key)
    const isMoved = before && before.link !== after.link && after.status !== 'trash'
    return isMoved ? affectedByAddress(this.state, this.entity, key) : () => false
  }

  /** The lists that were patched. */
  lists(): { readonly [query: QueryKey]: StoredQuery } {
    return Object.fromEntries(this.changed)
  }

  /** The answers of patched lists count as read now. */
  readAnew(at: number): readonly ReadSucceeded[] {
    return [...this.changed.keys()].flatMap((query) =>
      (this.stale.has(query) ? [] : (this.askedLists.get(query)?.answered ?? [])).map((question) =>
        readSucceeded({ ...question, seq: this.newest, at }),
      ),
    )
  }

  private isStaleAfter(
    write: RecordWrite,
    { seq, invalidatedSeq, knownSeq, sent }: WriteMoments & { readonly knownSeq: number },
    query: QueryKey,
    stored: StoredQuery,
  ): boolean {
    const { rules } = this.context
    const note = this.noteOf(query)
    const asked = this.askedLists.get(query)
    const list = this.changed.get(query) ?? stored
    if (this.stale.has(query) || note.isWrong) return true
    const isMoved = write.before && (note.moved.has(write.key) || knownSeq <= note.recountedSeq)
    const counted = isMoved ? { ...write, before: undefined } : write
    const result = patchList(list, counted, {
      rules,
      // What is under way was asked for before the write. Its answer does not count, and news of others may be in it.
      seq: asked?.isResolving ? invalidatedSeq : seq,
      staleSeq: this.staleSeqOf(query),
      valuesBy: this.valuesBy,
      isShowable: isShowable(write.after, asked),
      // Asked for lists of other contexts alone: it compares records as a whole.
      isShownAlike: () => isShownAlike(write, asked),
      mayHaveIt: this.mayHave(query, asked, sent),
    })
    if (result.as === 'stale') {
      note.patched.clear()
      return true
    }
    if (isMoved) note.moved.delete(write.key)
    // What is under way may have it otherwise than these rows: others may have moved it since they were read.
    if (result.as !== 'patched') return asked?.isResolving === true && !this.isSame(counted, asked)
    this.changed.set(query, result.list)
    note.patched.set(write.key, result.has)
    const isOutdated = list.windows.some((window) => window.seq <= note.outdatedSeq)
    const isUnknown = result.isIncomplete || !this.areKnown(result.list, asked)
    return isUnknown || isOutdated || asked?.isResolving === true
  }

  /** Whether all rows are known whole of a list that is shown so somewhere, and with some fields elsewhere. */
  private areKnown({ windows, context }: StoredQuery, asked: AskedList | undefined): boolean {
    if (!asked?.isWhole || asked.fields.size === 0) return true
    const isKnown = (key: RecordKey) =>
      this.records.has(key) || selectRow(this.state, this.entity, key, context)?.isComplete === true
    return windows.every(({ ids }) => ids.every(isKnown))
  }

  /** Whether a list was answered since a write left. */
  private mayHave(query: QueryKey, asked: AskedList | undefined, sent: Departure | undefined): boolean {
    if (sent?.seq !== undefined) return this.noteOf(query).answeredSeq > sent.seq
    return sent?.at === undefined || (asked?.answeredAt ?? Infinity) >= sent.at
  }

  private staleSeqOf(query: QueryKey): number {
    const staleSeq = selectStaleSeq(this.state, addresses.list(this.entity, query))
    return Math.max(staleSeq, this.noteOf(query).outdatedSeq)
  }

  private noteOf(query: QueryKey): ListNote {
    return this.context.notes.of(this.entity, query)
  }

  /** What the rows of a list are put in order by; looked up once for all lists. */
  private readonly valuesBy = (orderby: string, parameters: RecordData): ((key: RecordKey) => OrderValue) => {
    const order = this.context.rules.orders[orderby]
    if (!order) return () => undefined
    const look = (key: RecordKey) => {
      const written = this.records.get(key)
      const record = written ?? selectRow(this.state, this.entity, key, 'default')?.record
      return record && orderValue(record, order, orderby, parameters)
    }
    if (order.by === 'given') return look
    const values = this.values.get(orderby) ?? new Map<RecordKey, OrderValue>()
    this.values.set(orderby, values)
    return (key) => {
      const known = values.get(key)
      if (known !== undefined || values.has(key)) return known
      const value = look(key)
      values.set(key, value)
      return value
    }
  }

  /**
   * Whether a list has a record as before, whenever the server was asked for it. A field that was sent may have had another
   * value there than is known here.
   */
  private isSame({ before, after, sent }: RecordWrite, { query }: AskedList): boolean {
    const { rules } = this.context
    const parameters = { ...rules.defaults, ...query.parameters }
    return Boolean(
      before &&
      after &&
      sent.length > 0 &&
      query.context === 'default' &&
      isUnderstood(rules, parameters, after) &&
      isSameToList(rules, parameters, before, after) &&
      !looksAt(rules, parameters, after).some((path) => sent.includes(path.split('.')[0] as string)),
    )
  }
}

/** Whether a written record has all fields that a list is shown with. */
function isShowable(record: RecordData | null, asked: AskedList | undefined): boolean {
  return !record || [...(asked?.fields ?? [])].every((field) => readPath(record, field).found)
}

/** Whether a list shows the same of a record as before, as it asks for other fields than those that were written. */
function isShownAlike({ before, after }: RecordWrite, asked: AskedList | undefined): boolean {
  if (!before || !after) return false
  if (!asked || asked.isWhole) return isEqual(before, after)
  return [...asked.fields].every((field) => {
    const [was, is] = [readPath(before, field), readPath(after, field)]
    return was.found && is.found && isEqual(was.value, is.value)
  })
}
