import { selectEntityConfig } from '../../config/selectors'
import type { EntityConfig } from '../../config/entityConfig'
import type { Cell, Cells, Mutation } from '../../core/cells'
import { isEqual } from '../../core/isEqual'
import { filterFields, isEmpty, isRecord, type RecordData } from '../../core/plain'
import { isRefused } from '../../core/recordVersion'
import type { StoreAction } from '../../core/thunk'
import {
  cellsOfHere,
  type EndedWrite,
  type SendWrite,
  type WriteGate,
  type WriteIntent,
} from '../../core/writeGate'
import { editsSent } from '../../edits/actions'
import { versionOfRecord } from '../../edits/basis'
import { makeCell, none } from '../../edits/cells'
import { fieldPath, splitPath, valueAtPath } from '../../edits/fieldPath'
import { rawRecord } from '../../edits/fields'
import { evaluateLazyEdits } from '../../edits/lazyEdit'
import { cellsOf, sentBy } from '../../edits/log'
import { editedOf, editsToSaveOf, type EditedView } from '../../edits/selectors'
import type { StoredEdits } from '../../edits/storedEdits'
import { leftUnsent } from '../../edits/stray'
import { writtenCells } from '../../saving/prepareFields'
import { selectOtherCopies } from '../../entities/selectors'
import { recordName, type DurableContext } from '../capability'
import { kindAt } from '../saidElsewhere'
import type { Connection } from '../storage/connection'
import { lockAmongPages } from '../storage/lockAmongPages'
import { lateMutation } from '../unanswered'
import { withoutStray } from '../journal/keptStray'
import { makeCheckRounds } from './checkRounds'
import { unwrapped } from './comparedRecord'
import { replay, type ReplayInput } from './replay'
import { targetOf } from '../targetOf'
import { basedOnCopies } from './basedOnCopies'
import { viewOf, type CheckedSave } from './checked'
import { findOvertaken, isAnsweredByOthers, type SaveBegin } from './overtaken'
import { basedOnGoneAlong } from './goneAlong'
import { beforeReceived } from './beforeReceived'
import { mergedWithReplaced, restoredBelow } from './mergedWithReplaced'
import { makeTextMerger } from './textMerger'
import { undoOwnStep } from './undoMerged'
import { policyOf } from './policyOf'
import { nothingToSend } from './nothingToSend'
import { makeOwnSaves } from './ownSaves'
import { isOutdated, preconditionOf, tagOf, tagOfRecord, type Tag } from './preconditions'
import { readAgain, theirsIn, type Theirs } from './readTheirs'
import { receiveTheirs } from './receiveTheirs'
import { rebase, rebaseDrift } from './rebase'
import { sentOf, sentOtherwise } from './sentOtherwise'
import { hasValues, knownValues } from './knownValues'
import { conflictOf, DeletionConflictError } from './saveConflict'
import { refuseConflicts, refuseGone, refuseTrashed, stillOutdated } from './refusals'
import { showMerged } from './showMerged'
import { dispatchAll } from '../dispatchAll'

/** Saves that are compared with what the server has, before they leave. */
export function makeCheckedSaves(context: DurableContext) {
  const { store, services, settings, report, uncompared, features, tags, checking } = context
  let connection: Connection | undefined
  void context.connection.then((found) => {
    connection = found
  })
  const rounds = makeCheckRounds(
    services,
    features.now,
    (entity, key, signal) =>
      connection && lockAmongPages(connection, 'save', recordName(entity, key), signal),
  )
  /** What was found changed, and nothing but its values says so: some servers say something else each time. */
  const shown = new Set<string>()
  const unchecked = new Set<string>()
  let isWeakKnown = false
  const { load, merge, mergeStep } = makeTextMerger()
  const ownSaves = makeOwnSaves(context, () => connection)
  // An undo does not wait, and later there may be no network.
  void load()
  const { dispatch, getState } = store

  /** Checks a save, sends what is left of it, and looks whether somebody was faster. */
  async function save(checked: CheckedSave, send: SendWrite): Promise<EndedWrite> {
    const { intent, config, key } = checked
    let isLeft = false
    let end: (noted?: Promise<unknown>) => void = () => undefined
    const saved = new Promise<unknown>((resolve) => (end = resolve))
    const { mutation = '' } = intent
    // What is to be sent from the queue was written down with it, and may have left before.
    if (mutation && !isQueued(intent)) checking.add(mutation)
    try {
      let now = checked
      let found = await find(checked, saved)
      if (found === undefined) return await sendTracked(checked, send, intent.fields)
      for (let attempt = 1; ; attempt++) {
        now = mergedByDocument(now, found)
        const { fields, compared, isDone } = await compare(now, found, attempt > mostAttempts)
        if (isDone) return nothingToSend(context, now, found as Theirs, compared)
        const begin = { version: (found as Theirs).version, sent: fields }
        try {
          isLeft = true
          const sent = await sendTracked(now, send, fields, found as Theirs)
          // Where nothing of it had arrived, that version is as others have left it.
          const isFirst =
            !now.intent.log?.length || compared.every(({ base, theirs }) => isEqual(base, theirs))
          const ended = isFirst ? { ...sent, sentOver: begin.version } : sent
          if (!isAnsweredByOthers(checked, begin, ended)) {
            ownSaves.note(now, ended)
            return await findOvertaken(services, checked, begin, ended)
          }
          found = theirsIn(config, key, ended.body as RecordData, services.nextSeq())
          // Somebody may have written over what was done of it.
          now = again(now, begin, [lateMutation('', fields)])
        } catch (error) {
          if (!isOutdated(config, key, error)) throw error
          isLeft = false
          found = await readAgain(services, config, key, error)
          now = again(now, begin)
        }
      }
    } catch (error) {
      // Nothing has left: what the server has is known as well as before. What waits in the queue stays there.
      const sent = isQueued(intent) ? sentOf(viewOf(getState(), intent), mutation) : undefined
      if (!isLeft && mutation)
        dispatch(editsSent({ ...targetOf(intent), key, mutation }, sent, sent !== undefined))
      throw error
    } finally {
      checking.delete(mutation)
      // Who has the record for itself next is to find what was saved of it.
      end(ownSaves.settled())
    }
  }

  /**
   * What is left of a save, to be compared once more with what somebody has written since. It is based on what was found, which
   * has all that came of what is not done any more: of what is refused by now, and of what a page before had left to this one.
   */
  function again(
    { intent, ...checked }: CheckedSave,
    { version, sent }: SaveBegin,
    done: readonly Mutation[] = [],
  ): CheckedSave {
    const mayBeDone = ({ id, version: over }: Mutation) => id !== leftUnsent && !isRefused(over, version)
    const log = [...(intent.log ?? []).filter(mayBeDone), ...done]
    return { ...checked, intent: { ...intent, fields: sent, log } }
  }

  /**
   * A save of a shared record, once its document has what others have saved without it: of what is edited as it is then.
   * What was written by hand, or has waited, is as it was before, and the document knows nothing of it.
   */
  function mergedByDocument(checked: CheckedSave, found: Theirs | 'gone'): CheckedSave {
    const { intent } = checked
    const { kind, name, id, what, mutation } = intent
    const isLeftOut = found === 'gone' || found.record.status === 'trash'
    if (isLeftOut || intent.isOfOtherPage || isQueued(intent) || !context.isShared(kind, name, id))
      return checked
    receiveTheirs(store, checked, found, fieldsOf(intent, viewOf(getState(), intent)?.row))
    context.takeInServer(kind, name, id)
    const edited = editedCells(checked)
    const { raw, row } = viewOf(getState(), intent) ?? {}
    const sent = sentBy(row, mutation)?.fields
    const fields = Object.entries(intent.fields).flatMap(([path, given]): [string, Cell][] => {
      // A safety copy has also what is not edited.
      const unedited = what === 'autosave' ? makeCell(valueAtPath(raw, path), undefined) : undefined
      const cell = sent?.[path]?.unseen && !unedited ? given : (edited[path] ?? unedited)
      return cell ? [[path, cell]] : []
    })
    const log = row?.log?.filter(({ id }) => id !== mutation)
    return { ...checked, intent: { ...intent, fields: Object.fromEntries(fields), log, origin: row?.origin } }
  }

  /** What is edited of a record, as a save of it is meant. */
  function editedCells({ intent, config }: CheckedSave): Cells {
    const view = viewOf(getState(), intent)
    const edits = view && editsToSaveOf(view)
    const fields = edits && evaluateLazyEdits(edits, () => editedOf(view) ?? {})
    return fields ? writtenCells(config, view, fields) : none
  }

  function isQueued({ options }: WriteIntent): boolean {
    return options.delivery !== undefined
  }

  /** Deletes for good what is as it was known here; what somebody has changed since is shown first. */
  async function remove(checked: CheckedSave, send: SendWrite): Promise<EndedWrite> {
    const { intent, config, key } = checked
    const received = viewOf(getState(), intent)?.received
    const record = received?.record ?? selectOtherCopies(getState(), intent.entity, key)
    const version = record && versionOfRecord(record)
    const named = recordName(intent.entity, key)
    if (!version || (isEmpty(version) && shown.delete(named))) return send()
    // What was sent of it, and not answered, nobody else has written.
    const sent = (intent.log ?? []).flatMap(({ fields }) =>
      Object.keys(fields).map((path) => splitPath(path)[0]),
    )
    const values = filterFields(knownValues(config, record), (field) => !sent.includes(field))
    const known = Object.entries(values).map(([field, value]) => [fieldPath(field), makeCell(value, value)])
    const asked = { ...intent, fields: Object.fromEntries(known) as Cells, origin: { version } }
    let end: () => void = () => undefined
    try {
      const found = await find({ ...checked, intent: asked }, new Promise<void>((resolve) => (end = resolve)))
      const theirs = found === 'gone' ? undefined : found
      // Of what was seen as visitors see it only its version may be compared.
      const isUnseen = theirs && (received || theirs.isChanged)
      if (isUnseen && !hasValues(config, theirs.record, values)) throw moved(theirs)
      const headers = preconditionOf(theirs?.tag ?? {})
      return await send(headers && { headers })
    } catch (error) {
      if (!isOutdated(config, key, error)) throw error
      throw moved(await readAgain(services, config, key, error))
    } finally {
      end()
    }

    function moved(theirs: Theirs | 'gone'): DeletionConflictError {
      if (theirs !== 'gone') receiveTheirs(store, checked, theirs, Object.keys(values))
      shown.add(named)
      return new DeletionConflictError(conflictOf(intent, config, record, { reason: 'changed', fields: {} }))
    }
  }

  /** Sends a save as it is, and looks afterwards whether somebody else has written to the same fields before. */
  async function detect(checked: CheckedSave, send: SendWrite): Promise<EndedWrite> {
    const { origin, fields: sent } = checked.intent
    const ended = await send()
    return origin?.version
      ? findOvertaken(services, checked, { version: origin.version, sent }, ended)
      : ended
  }

  /** What the server has; undefined where that may not be asked. */
  async function find(
    { intent, config, key }: CheckedSave,
    saved: Promise<unknown>,
  ): Promise<Theirs | 'gone' | undefined> {
    const { entity, kind, name, id } = intent
    const isRefusing = await isGuarded(config, tagOf(tags, config, key))
    const { received: known, row } = viewOf(getState(), intent) ?? {}
    // Of this moment: with the tag of an answer that comes later, what that has would be replaced unseen.
    const tag = tagOf(tags, config, key)
    const whole = known?.isComplete && !known.parts ? known.record : undefined
    const shown = known ? whole : selectOtherCopies(getState(), entity, key)
    const knownVersion = shown && versionOfRecord(shown)
    const cells = [intent.fields, cellsOf(row)].flatMap((each) => Object.values(each))
    const isBased = cells.some(({ base }) => base !== undefined)
    const found = await rounds.check({
      config,
      key,
      saved,
      known: () => (isRefusing ? knownTheirs({ intent, config, key }) : undefined),
      fields: fieldsOf(intent, row),
      version: isBased ? intent.origin?.version : knownVersion,
    })
    if (intent.options.fetcher) await rounds.ended()
    intent.options.signal?.throwIfAborted()
    if (found !== 'forbidden') return found === 'gone' ? found : { tag, ...found }
    if (!unchecked.has(entity)) {
      unchecked.add(entity)
      report({
        code: 'unchecked_save',
        message: `(${kind}, ${name}) can't be read before a save or a deletion, so that it is not seen what others have written meanwhile.`,
        kind,
        name,
        ...(id !== undefined && { key: id }),
      })
    }
    return undefined
  }

  /**
   * What is known of a record, where a server that refuses what is out of date needs not be asked first. Not where another page
   * has saved it, nor where something was sent and not answered: the server may have more than is known.
   */
  function knownTheirs({ intent, config, key }: Pick<CheckedSave, 'intent' | 'config' | 'key'>) {
    const { received } = viewOf(getState(), intent) ?? {}
    if (!received?.isComplete || intent.isOfOtherPage || intent.log?.length) return undefined
    const { record } = received
    const tag = tagOfRecord(tags, config, key, record)
    if (!preconditionOf(tag)) return undefined
    return { record, version: versionOfRecord(record), seq: services.nextSeq(), isChanged: true, tag }
  }

  /**
   * Compares a save with what the server has, and puts in the store what comes of it.
   * @param isRefused - Whether it was refused too often to be sent once more.
   * @throws SaveConflictError where somebody has to choose.
   */
  async function compare(checked: CheckedSave, found: Theirs | 'gone', isRefused: boolean) {
    const { intent, config } = checked
    const view = viewOf(getState(), intent)
    const { received: known, row } = view ?? {}
    const record = known?.record
    const raw = record && rawRecord(config.rawAttributes, record)
    const theirs = found === 'gone' ? {} : unwrapped(config, found.record)
    const copies = record ? undefined : selectOtherCopies(getState(), intent.entity, checked.key)
    const isChanged =
      found !== 'gone' && found.isChanged && copies && versionOfRecord(copies).modified !== undefined
    // What another page has given up before it saved this stands among what that has sent.
    const { log, stray } = withoutStray(intent.log ?? [])
    await load()
    const input: ReplayInput = {
      config,
      policy: checked.policy,
      record,
      fields: intent.fields,
      log,
      shown: isChanged ? copies : undefined,
      theirs,
      ...(view &&
        checked.policy === 'merge' && { restored: restoredBelow(view, stray, intent.fields, theirs, merge) }),
      merge,
    }
    if (found === 'gone') throw refuseGone(checked, record, replay(input).compared)
    refuseTrashed(checked, found, raw)
    receiveTheirs(store, checked, found, fieldsOf(intent, row))
    let result = replay(input)
    if (!isEmpty(result.conflicts)) {
      result = replay({ ...input, fields: await ownSaves.basedOnLast(intent) })
    }
    const { compared, view: whole, left, conflicts } = result
    refuseConflicts(checked, found, record, conflicts, compared)
    // A safety copy is one of the whole text.
    const fields = intent.what === 'autosave' ? whole : left
    const isDone = isEmpty(fields) && intent.what === 'update'
    if (isRefused && !isDone) throw stillOutdated(checked, found, compared)
    if (!intent.isOfOtherPage) {
      // What another page has saved along with it says nothing of what is edited here.
      const { isOfHere = () => true } = intent.options.delivery ?? {}
      const ofHere = compared.filter(({ property, entry }) => isOfHere(fieldPath(property, entry)))
      const based = showMerged(store, checked, ofHere, merge, (since) =>
        refuseConflicts(checked, found, record, since, []),
      )
      dispatchAll(store, rebase(getState(), intent, based, theirs, found))
    }
    return { fields, compared, isDone }
  }

  /** Whether the server surely refuses a write of what is out of date: as the entity says, or the server does. */
  async function isGuarded(config: EntityConfig, tag: Tag): Promise<boolean> {
    if (config.precondition) return tag[config.precondition] !== undefined
    if (tag.isOfGuard) return true
    if ((tag.etag ?? tag.isWeak) === undefined || !(await features.refusesOutdated(config))) return false
    if (tag.etag === undefined) reportWeakTag(config)
    return tag.etag !== undefined
  }

  function reportWeakTag({ kind, name }: EntityConfig): void {
    if (isWeakKnown) return
    isWeakKnown = true
    report({
      code: 'weak_tag',
      message: `The site has durable.php, but its tags arrive weakened (W/), so that writes between a check and a save are not refused. Copy the newest durable.php to the site, or don't let the web server change the ETag of answers that it compresses.`,
      kind,
      name,
    })
  }

  /** Sends it, and remembers what is sent until it is answered, where that is not what it said. */
  async function sendTracked(
    { intent, config, key }: CheckedSave,
    send: SendWrite,
    fields: Cells,
    theirs?: Theirs,
  ): Promise<EndedWrite> {
    const isOwn = !intent.isOfOtherPage
    checking.delete(intent.mutation ?? '')
    const tag = theirs?.tag ?? tagOf(tags, config, key)
    const headers = preconditionOf(tag)
    const version = theirs && headers && (await isGuarded(config, tag)) ? theirs.version : undefined
    const ofHere = cellsOfHere(fields, intent.options.delivery)
    if (isOwn) dispatchAll(store, sentOtherwise(getState(), intent, ofHere, { version }))
    const ended = await send({ fields, ...(headers && { headers }) })
    return {
      ...ended,
      sent: fields,
      makeResults: () => {
        const answer = isRecord(ended.body) ? unwrapped(config, ended.body) : undefined
        const drift = isOwn && theirs && answer ? rebaseDrift(getState(), intent, fields, theirs, answer) : []
        return [...drift, ...ended.makeResults()]
      },
    }
  }

  /** Whether it is merged here what several have made of a record, and not by its document. */
  function isMerged({ config, id }: EditedView): boolean {
    return settings.conflicts(config) === 'merge' && !context.isShared(config.kind, config.name, id)
  }

  /** An undo or redo as it leaves alone what others have written, and a read behind what it says of edits. */
  function prepare(action: StoreAction): StoreAction {
    const stepped = undoOwnStep(getState(), action, (view, property, sides) =>
      isMerged(view) ? mergeStep(kindAt(view, fieldPath(property), sides.now), sides) : {},
    )
    return beforeReceived(getState(), stepped, (view, theirs) => [
      ...basedOnGoneAlong(view, theirs),
      ...(isMerged(view) ? mergedWithReplaced(getState(), view, theirs, merge) : []),
    ])
  }

  const gate: WriteGate = async (given, send) => {
    const intent = isQueued(given) ? given : basedOnCopies(getState(), given)
    const config = selectEntityConfig(getState(), intent.kind, intent.name)
    const policy = config && policyOf(context, intent, config)
    if (config === undefined || policy === undefined || intent.key === undefined) {
      // Writes of a batch that are not checked wait for those that are, so that all of them go along.
      if (intent.options.fetcher) await rounds.ended()
      return send()
    }
    const checked = { intent, config, policy, key: intent.key }
    if (intent.what === 'delete') return remove(checked, send)
    if (policy === 'detect') return detect(checked, send)
    const ended = await save(checked, send)
    uncompared.delete(recordName(intent.entity, intent.key))
    return ended
  }

  return { gate, prepare }
}

/** How often a save is repeated that the server refuses as out of date. */
const mostAttempts = 3

/** The fields that are compared: those that are about to be written, and all that are edited. */
function fieldsOf({ fields }: WriteIntent, row: StoredEdits | undefined): readonly string[] {
  const paths = [...Object.keys(fields), ...Object.keys(cellsOf(row))]
  return [...new Set(paths.map((path) => splitPath(path)[0]))]
}
