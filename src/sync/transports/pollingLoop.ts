import type { Fetcher } from '../../core/fetchContract'
import { RestError } from '../../rest/restError'
import type { TransportConnection, TransportErrorCode, TransportInput } from './transport'
import { PolledRoom, type RoomAnswer, type RoomRequest } from './polledRoom'

/** Where a polling loop learns whether anybody looks. */
export type PageVisibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

export interface PollingLoopOptions {
  fetcher: Fetcher
  path: string
  clientLimit: number
  visibility: PageVisibility | undefined
}

/** Milliseconds between requests: alone, with others, and in a hidden tab, where 30 s would mean gone. */
export const pollIntervals = { alone: 4000, shared: 1000, hidden: 25_000 }
/** Milliseconds until the next try after one, two, … failed requests, and after all of those. */
export const retryDelays = {
  alone: [2000, 4000, 8000, 12_000],
  shared: [1000, 2000, 4000, 8000],
  later: 30_000,
}
/** Rooms in one request. */
export const roomLimit = 50
const mebibyte = 1024 * 1024
/** Characters of updates in one request; halved when the relay finds it too much. */
export const budgets = { most: 15 * mebibyte, least: 2 * mebibyte }

/** One loop asks for all the records of a transport, while there are any. */
export class PollingLoop {
  readonly #options: PollingLoopOptions
  #rooms: PolledRoom[] = []
  /** Where the next request begins among the rooms that take turns. */
  #nextRoom = 0
  #budget = budgets.most
  #failures = 0
  #isAsking = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: PollingLoopOptions) {
    this.#options = options
  }

  join(name: string, input: TransportInput): TransportConnection {
    const room = new PolledRoom(name, input, this.#options.clientLimit, (stopped) => this.#forget(stopped))
    this.#rooms.push(room)
    if (this.#rooms.length === 1) this.#listen(true)
    this.#schedule(0)
    let leaving: Promise<void> | undefined
    return room.connection(() => (leaving ??= this.#leave(room)))
  }

  async #leave(room: PolledRoom): Promise<void> {
    if (!this.#rooms.includes(room)) return
    this.#forget(room)
    const farewell = room.farewell()
    room.close()
    // Without it the relay finds out by itself, in half a minute.
    await this.#send([farewell]).catch(() => undefined)
  }

  #forget(room: PolledRoom): void {
    this.#rooms = this.#rooms.filter((each) => each !== room)
    if (this.#rooms.length > 0) return
    clearTimeout(this.#timer)
    this.#listen(false)
  }

  #listen(isOn: boolean): void {
    const page = globalThis as Partial<Pick<Window, 'addEventListener' | 'removeEventListener'>>
    const change = isOn ? 'addEventListener' : 'removeEventListener'
    this.#options.visibility?.[change]('visibilitychange', this.#onVisible)
    page[change]?.('online', this.#onVisible)
  }

  readonly #onVisible = (): void => {
    if (this.#options.visibility?.visibilityState !== 'hidden') this.#schedule(0)
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer)
    if (this.#rooms.length > 0) this.#timer = setTimeout(() => void this.#poll(), delay)
  }

  async #poll(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    const rooms = this.#roomsToAsk()
    let budget = this.#budget
    const asked = rooms.map((room) => {
      const request = room.request(Math.max(budget, 0))
      for (const { data } of request.updates) budget -= data.length
      return request
    })
    let delay: number
    try {
      const answers = await this.#send(asked)
      this.#failures = 0
      for (const answer of answers) this.#deliver(rooms, answer)
      delay = this.#interval()
    } catch (error) {
      rooms.forEach((room, index) => room.restore(asked[index]?.updates ?? []))
      const isAnyRefused = isUnnamedRefusal(error) && rooms.length > 1
      delay = isAnyRefused ? await this.#askOneByOne(rooms) : this.#fail(rooms, error)
    }
    this.#isAsking = false
    this.#schedule(delay)
  }

  /**
   * WordPress refuses a whole request for one of its rooms, and does not say which: each is asked for alone, those of
   * which nothing is known yet first. Gives the delay of the next request.
   */
  async #askOneByOne(rooms: readonly PolledRoom[]): Promise<number> {
    const unknown = rooms.filter((room) => !room.hasAnswer)
    for (const part of [unknown, rooms.filter((room) => room.hasAnswer)]) {
      for (const room of part) {
        if (!this.#rooms.includes(room)) continue
        const request = room.request(this.#budget)
        try {
          const [answer] = await this.#send([request])
          if (answer) this.#deliver([room], answer)
        } catch (error) {
          room.restore(request.updates)
          if (!isUnnamedRefusal(error)) return this.#fail([room], error)
          this.#refuse(room, error)
        }
      }
      if (part.some((room) => !this.#rooms.includes(room))) break
    }
    this.#failures = 0
    return this.#interval()
  }

  #refuse(room: PolledRoom, { message }: RestError): void {
    room.stop('authentication-failed', `${room.name} may not be edited by this user: ${message}`)
  }

  /** The first room each time, and as many of the others as fit, in turn. */
  #roomsToAsk(): PolledRoom[] {
    const [first, ...others] = this.#rooms
    if (!first || this.#rooms.length <= roomLimit) return this.#rooms
    const start = this.#nextRoom % others.length
    this.#nextRoom = start + roomLimit - 1
    return [first, ...[...others, ...others].slice(start, start + roomLimit - 1)]
  }

  async #send(rooms: RoomRequest[]): Promise<RoomAnswer[]> {
    const { fetcher, path } = this.#options
    const { data } = await fetcher({ path, method: 'POST', data: { rooms } })
    const answered = (data as { rooms?: unknown } | null)?.rooms
    if (!Array.isArray(answered)) {
      throw new RestError({
        code: 'invalid_json',
        message: `${path} was answered without rooms.`,
        status: 200,
      })
    }
    return answered as RoomAnswer[]
  }

  #deliver(asked: PolledRoom[], answer: RoomAnswer): void {
    const room = asked.find(({ name }) => name === answer.room)
    if (!room || !this.#rooms.includes(room)) return
    try {
      room.receive(answer)
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      room.stop('protocol-mismatch', `The relay sent what can not be read: ${said}. Load the page again.`)
    }
  }

  /** Gives the delay of the next try. */
  #fail(asked: PolledRoom[], error: unknown): number {
    const { status, code, message, data } = error instanceof RestError ? error : nothingKnown(error)
    if (status === 413 && this.#budget > budgets.least) {
      this.#budget = Math.max(this.#budget / 2, budgets.least)
      return 0
    }
    const named = error instanceof RestError && code === 'rest_cannot_edit' ? roomsNamedIn(data) : []
    const refused = isUnnamedRefusal(error) ? asked : asked.filter(({ name }) => named.includes(name))
    for (const room of refused) this.#refuse(room, error as RestError)
    if (refused.length > 0) return 0
    const quota = quotaCodes[code]
    const full = quota ? asked.filter(({ name }) => roomsNamedIn(data).includes(name)) : []
    for (const room of full) room.stop(quota as TransportErrorCode, `${room.name}: ${message}`)
    if (full.length > 0) return 0
    if (status === 404 || status === 426) {
      for (const room of [...this.#rooms]) {
        if (status === 404) room.stop('unsupported', `The site has no relay for updates: ${message}`)
        else room.stop('protocol-mismatch', `The site has another relay: ${message} Load the page again.`)
      }
      return 0
    }
    const delays = this.#isShared() ? retryDelays.shared : retryDelays.alone
    const delay = delays[this.#failures++] ?? retryDelays.later
    const isExpired = status === 401 || status === 403
    const said = isExpired ? `The sign-in has expired (${message}). Sign in again.` : message
    for (const room of this.#rooms) room.fail(codeOf(status), said, delay)
    return delay
  }

  #interval(): number {
    if (this.#options.visibility?.visibilityState === 'hidden') return pollIntervals.hidden
    return this.#isShared() ? pollIntervals.shared : pollIntervals.alone
  }

  #isShared(): boolean {
    return this.#rooms.some(({ present }) => present > 1)
  }
}

/** What a relay says that has had enough of one of the rooms. */
const quotaCodes: Readonly<Record<string, TransportErrorCode>> = {
  rest_sync_awareness_too_large: 'document-size-limit-exceeded',
  rest_sync_room_full: 'document-size-limit-exceeded',
  rest_sync_too_many_clients: 'connection-limit-exceeded',
}

/** Whether a site says that something may not be edited, and not what. */
function isUnnamedRefusal(error: unknown): error is RestError {
  return (
    error instanceof RestError &&
    error.status === 403 &&
    error.code === 'rest_cannot_edit' &&
    roomsNamedIn(error.data).length === 0
  )
}

function roomsNamedIn(data: unknown): readonly unknown[] {
  const { rooms } = Object(data) as { rooms?: unknown }
  return Array.isArray(rooms) ? rooms : []
}

function codeOf(status: number): TransportErrorCode {
  if (status === 401) return 'authentication-failed'
  // Anything else that is forbidden is a session that has run out.
  if (status === 403) return 'connection-expired'
  return status === 0 || status === 429 || status >= 500 ? 'network' : 'unknown-error'
}

function nothingKnown(error: unknown) {
  return { status: 0, code: '', message: String(error), data: null }
}
