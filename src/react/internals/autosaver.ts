import { autosavedFields } from '../../autosaves/autosavedFields'
import { EntityStoreError, show } from '../../core/errors'
import { entityKey, type RecordKey } from '../../core/keys'
import { recordAddress } from '../../entities/recordFacts'
import { isEqual } from '../../core/isEqual'
import { filterFields, isEmpty, type RecordData } from '../../core/plain'
import { selectNonTransientEdits } from '../../edits/selectors'
import { isHidden, listenTo } from './page'
import { saveEditedEntityRecord } from '../../saving/saveEntityRecord'
import type { EntityError } from '../../resolution/entityError'
import type { WriteResult } from '../../saving/writeOutcome'
import { selectIsSaveQueued, selectIsSaving } from '../../saving/selectors'
import type { EntityStore } from '../../store/createEntityStore'

/** How the automatic saves of one record stand. */
export interface AutosaveState {
  /** When the last autosave succeeded, in milliseconds since 1970. `undefined` before the first. */
  readonly savedAt: number | undefined
  /** Whether an autosave is pending. */
  readonly isSaving: boolean
  /** The error of the last autosave. `undefined` if it succeeded. The next edit tries again. */
  readonly error: EntityError | undefined
}

/** How long edits wait, in milliseconds. */
export interface AutosavePace {
  readonly after: number
  readonly atMost: number
}

/**
 * Saves the edits of one record by itself: some time after the last one, and not later than `atMost` after the first.
 * What was kept already is not sent again.
 */
export class Autosaver {
  private state: AutosaveState = { savedAt: undefined, isSaving: false, error: undefined }
  private readonly listeners = new Set<() => void>()
  private pace: AutosavePace | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The edits as they are, as they were last kept, and as they were last sent, whether that went well or not. */
  private seen: RecordData = {}
  private kept: RecordData = {}
  private tried: RecordData = {}
  /** When the first edit was made that is not kept. */
  private since: number | undefined
  private running: Promise<WriteResult> | undefined

  constructor(
    private readonly store: EntityStore,
    private readonly kind: string,
    private readonly name: string,
    private readonly key: RecordKey | undefined,
  ) {}

  readonly read = (): AutosaveState => this.state

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.listeners.add(onChange)
    return () => this.listeners.delete(onChange)
  }

  /** Follows the edits from now on; gives the way to end that. */
  start(pace: AutosavePace): () => void {
    this.pace = pace
    this.follow()
    const { store, kind, name, key } = this
    const leave = store.subscribeTo(recordAddress(entityKey(kind, name), key), () => this.follow())
    const leavePage = onPageLeft(() => {
      if (this.timer !== undefined && !this.isQueued()) void this.keep(true)
    })
    return () => {
      leave()
      leavePage()
      this.pace = undefined
      this.wait(undefined)
    }
  }

  /** Saves at once what is not kept yet; it does not reject. */
  readonly saveNow = (): Promise<WriteResult> => this.keep(false)

  /** @param isLeaving - Whether the page may end before the answer comes. */
  private async keep(isLeaving: boolean): Promise<WriteResult> {
    while (this.running) await this.running
    this.follow()
    if (!this.isUnlike(this.kept)) return { status: 'unchanged' }
    this.wait(undefined)
    this.running = this.save(isLeaving)
    const outcome = await this.running
    // What was edited meanwhile.
    this.schedule()
    return outcome
  }

  private follow(): void {
    const { store, kind, name, key } = this
    const edits: RecordData = selectNonTransientEdits(store.getState(), kind, name, key)
    if (edits === this.seen) return
    this.seen = edits
    if (isEmpty(edits)) this.kept = this.tried = {}
    this.schedule()
  }

  /** Waits for a pause in the edits, if there are any that were not tried. */
  private schedule(): void {
    if (!this.pace) return
    if (!this.isUnlike(this.tried)) {
      this.since = undefined
      this.wait(undefined)
      return
    }
    const now = Date.now()
    this.since ??= now
    const { after, atMost } = this.pace
    this.wait(Math.max(0, Math.min(after, this.since + atMost - now)))
  }

  private wait(delay: number | undefined): void {
    clearTimeout(this.timer)
    this.timer = delay === undefined ? undefined : setTimeout(this.onTime, delay)
  }

  private readonly onTime = (): void => {
    const { store, kind, name, key, pace } = this
    // A save that is under way may be all that is needed; and without a network there is nowhere to keep it.
    const isBusy = selectIsSaving(store.getState(), kind, name, key) || this.isQueued()
    if (isBusy || globalThis.navigator?.onLine === false) this.wait(pace?.after)
    else void this.saveNow()
  }

  /** Whether a save waits to be sent, which no copy may overtake. What is saved itself joins it. */
  private isQueued(): boolean {
    const { store, kind, name, key } = this
    return isCopied(kind) && selectIsSaveQueued(store.getState(), kind, name, key)
  }

  private async save(keepalive: boolean): Promise<WriteResult> {
    const { store, kind, name, key } = this
    const sent = this.sentEdits()
    this.tried = sent
    this.since = undefined
    this.publish({ ...this.state, isSaving: true })
    const how = { isAutosave: isCopied(kind), result: true as const, ...(keepalive && { keepalive }) }
    const outcome = await store.dispatch(saveEditedEntityRecord<string, string>(kind, name, key, how))
    const { status, error } = outcome
    // After a failure whoever edits on tries again, as does saveNow.
    this.running = undefined
    if (!error) this.kept = sent
    // Nothing is sent of what was made here, and what waits is not there yet.
    this.publish({ savedAt: status === 'saved' ? Date.now() : this.state.savedAt, isSaving: false, error })
    return outcome
  }

  /** Whether there is something to send that these edits don't say. */
  private isUnlike(edits: RecordData): boolean {
    const now = this.sentEdits()
    return !isEmpty(now) && !isEqual(now, edits)
  }

  private sentEdits(): RecordData {
    return isCopied(this.kind)
      ? filterFields(this.seen, (field) => autosavedFields.includes(field))
      : this.seen
  }

  private publish(state: AutosaveState): void {
    this.state = state
    for (const listener of [...this.listeners]) listener()
  }
}

/** Checks what callers give. */
export function checkPace(pace: AutosavePace): void {
  for (const [option, value] of Object.entries(pace) as [string, unknown][]) {
    if (typeof value === 'number' && value >= 0) continue
    throw new EntityStoreError('invalid_option', `${option} is ${show(value)}. Pass milliseconds from 0 up.`)
  }
}

/** Whether the server keeps safety copies of the records of a kind; those of others are saved themselves. */
function isCopied(kind: string): boolean {
  return kind === 'postType'
}

/** Calls back when the page is hidden or left. */
function onPageLeft(listener: () => void): () => void {
  const leave = [
    listenTo('document', 'visibilitychange', () => isHidden() && listener()),
    listenTo('window', 'pagehide', listener),
  ]
  return () => leave.forEach((one) => one())
}
