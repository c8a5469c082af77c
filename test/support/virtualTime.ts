import { setMaxListeners } from 'node:events'
import fc from 'fast-check'
import { vi } from 'vitest'
import { randomOf } from './randomOf'

declare global {
  interface ImportMeta {
    glob(pattern: string): { readonly [path: string]: () => Promise<unknown> }
  }
}

/** What is loaded when it is needed comes by the clock of the machine: it is there before the first history. */
let loading: Promise<unknown> | undefined
const loadAll = () =>
  Promise.all(Object.values(import.meta.glob('/src/durable/**/*.ts')).map((load) => load()))

/** When each history begins. */
const beginning = Date.UTC(2026, 5, 1, 12)
/** Turns of the event loop after which a history counts as one that does not end. */
const mostTurns = 300_000

let leap: { readonly isOver: () => boolean } | undefined

/**
 * Plays something on a clock of its own, which goes on by a millisecond with each turn of the event loop, and with random
 * numbers of its own: what it comes to is the same on each machine, however busy, and it waits for nothing.
 */
export async function onVirtualTime<Result>(play: () => Promise<Result>, seed = 0): Promise<Result> {
  await (loading ??= loadAll())
  vi.useFakeTimers({
    now: beginning,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  const told: Error[] = []
  const ends = [standForRandom(seed), standForTimeouts(), listenForErrors(told), () => vi.useRealTimers()]
  const { hangs, stop } = startClock()
  try {
    const result = await Promise.race([play(), hangs])
    // An error that nobody catches is told to the page and stops nothing: no law may hold that way.
    if (told[0]) throw told[0]
    return result
  } finally {
    for (const end of [stop, ...ends]) end()
  }
}

/** The same for the predicate of a property: each history has a clock and random numbers of its own. */
export function virtually<Args extends unknown[], Result>(
  play: (...history: Args) => Promise<Result>,
): (...history: Args) => Promise<Result> {
  return (...history) => onVirtualTime(() => play(...history), fc.hash(fc.stringify(history)))
}

/** Lets a longer time pass: all that is due meanwhile has its turn, one after the other. */
export async function letPass(milliseconds: number): Promise<void> {
  let isOver = false
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      isOver = true
      resolve()
    }, milliseconds)
    leap = { isOver: () => isOver }
  })
}

function startClock(): { readonly hangs: Promise<never>; readonly stop: () => void } {
  let isStopped = false
  leap = undefined
  const hangs = new Promise<never>((_, reject) => {
    let turns = 0
    const go = () => {
      if (isStopped) return
      if (++turns > mostTurns) {
        reject(new Error('The history does not end.'))
        return
      }
      if (leap?.isOver()) leap = undefined
      // What a timer has led to has some turns before the next one.
      if (leap && turns % 4 === 0) vi.advanceTimersToNextTimer()
      else vi.advanceTimersByTime(1)
      setImmediate(go)
    }
    setImmediate(go)
  })
  return { hangs, stop: () => void (isStopped = true) }
}

let fillRandom: ((array: NodeJS.TypedArray<ArrayBuffer>) => NodeJS.TypedArray) | undefined
/** What libraries take of these when they are loaded, as Yjs does for the numbers of its documents, asks for them each time. */
const getRandomValues = crypto.getRandomValues.bind(crypto)
Object.defineProperty(crypto, 'getRandomValues', {
  value: (array: NodeJS.TypedArray<ArrayBuffer>) => fillRandom?.(array) ?? getRandomValues(array),
  configurable: true,
  writable: true,
})
function standForRandom(seed: number): () => void {
  const random = randomOf(seed)
  // No spies: they keep what they were called with, of each history until the last one has ended.
  fillRandom = (array) => {
    const all = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (const at of all.keys()) all[at] = Math.floor(random() * 256)
    return array
  }
  const end = standIn([Math, 'random', random])
  return () => {
    fillRandom = undefined
    end()
  }
}

/** Puts functions in the place of others; gives what puts those back. */
function standIn(...all: readonly (readonly [owner: object, name: string, stand: unknown])[]): () => void {
  const ends = all.map(([owner, name, stand]) => {
    const before = Object.getOwnPropertyDescriptor(owner, name)
    Object.defineProperty(owner, name, { value: stand, configurable: true, writable: true })
    return () => {
      if (before) Object.defineProperty(owner, name, before)
      else Reflect.deleteProperty(owner, name)
    }
  })
  return () => ends.forEach((end) => end())
}

/** Takes down the errors that are told on the console, which is where those go that nobody catches. */
function listenForErrors(told: Error[]): () => void {
  const tell = console.error.bind(console)
  const listen = (...message: unknown[]) => {
    told.push(...message.filter((one) => one instanceof Error))
    tell(...message)
  }
  return standIn([console, 'error', listen])
}

/** Signals that end after some time go by the clock of the machine, whatever the timers do. */
function standForTimeouts(): () => void {
  const timeout = (milliseconds: number) => {
    const controller = new AbortController()
    // Node counts the listeners of those that end only when they are told to.
    setMaxListeners(0, controller.signal)
    setTimeout(() => controller.abort(new DOMException('Timed out.', 'TimeoutError')), milliseconds)
    return controller.signal
  }
  return standIn([AbortSignal, 'timeout', timeout])
}
