import type { EntityConfig } from '../config/entityConfig'
import { checkOptionNames } from '../core/checkOptionNames'
import { show } from '../core/errors'
import { isDevelopment } from '../core/isDevelopment'
import { isRecord, type RecordData } from '../core/plain'
import { reportErrors } from '../core/reportErrors'
import { checkOption as check } from './checkOption'
import { day } from './day'
import { isNoSecret } from './isNoSecret'
import type { DurabilityTrouble, Owner } from './durability'
import { checkListOptions } from './patching/checkListOptions'
import type { ListOptions } from './patching/listOptions'
import type { DurableStorage } from './storage/durableStorage'

/**
 * What a save does about what others wrote meanwhile: nothing, notice it afterwards, ask about it before, or merge what
 * can be merged and ask about the rest.
 */
export type ConflictPolicy = 'overwrite' | 'detect' | 'ask' | 'merge'

/** Locks kept edits, for applications that have a key. A last save as the page is left may be lost with it. */
export interface Sealer {
  readonly seal: (text: string) => Promise<Uint8Array>
  readonly unseal: (bytes: Uint8Array) => Promise<string>
}

/** How much is kept of what was read. */
export interface ReadsOptions {
  /** Default 40 MB. What was not shown for longest goes first. */
  readonly bytes?: number
  /** The entities whose records and lists are kept. Default: all. */
  readonly entities?: readonly { readonly kind: string; readonly name: string }[]
  /** How long what was not shown any more is kept, in milliseconds. Default `limits.days`. */
  readonly maxAge?: number
}

/** The same with its defaults in place. */
export type ReadsSettings = Required<Pick<ReadsOptions, 'bytes' | 'maxAge'>> & Pick<ReadsOptions, 'entities'>

/** What is kept of a store, and how. */
export interface DurabilityOptions {
  /**
   * Whose edits these are. A function is asked when the store is made, and while it says undefined again as the store
   * changes; nothing is kept before it is known. Where it throws or rejects it is asked again after a second and more, when
   * there is a network and when the page is shown. A function that asks the server has no answer after a reload without a
   * network, when what was kept is needed most: remember the id on the device, but not in `localStorage`, of which a
   * browser that is killed forgets the last seconds.
   */
  readonly owner: Owner | (() => Owner | undefined | Promise<Owner | undefined>)
  /** Default `indexedDbStorage()`; `memoryStorage()` for tests; false to keep nothing on the device. */
  readonly storage?: DurableStorage | false
  /** Whether what this very tab has left is put back by itself; all else is listed. Default `auto`. */
  readonly restore?: 'auto' | 'ask'
  /** Whether the undo history is kept, and how much of it. Default 200 levels and 4 MB. */
  readonly undo?: boolean | { readonly levels?: number; readonly bytes?: number }
  /**
   * How much is kept, and for how many days what nobody restored. `fileBytes`, of the files of drafts, counts by itself.
   * Default 50 MB, 2,000 records, 30 days, 100 MB of files.
   */
  readonly limits?: {
    readonly bytes?: number
    readonly records?: number
    readonly days?: number
    readonly fileBytes?: number
  }
  /**
   * Whether a field is kept on the device, in edits, undo and the queue: `title`, or `meta.subtitle`. One that it throws at
   * is not. A save with one that is not kept never waits in the queue: it is sent at once, or fails. Default: all but those
   * whose names look like a secret, such as `password`, `smtp_pass`, `meta.api_key`, `access_token`, `clientSecret`.
   */
  readonly isKept?: (kind: string, name: string, field: string) => boolean
  /** Default `merge`. */
  readonly conflicts?: ConflictPolicy | ((config: EntityConfig) => ConflictPolicy)
  /** Whether lists show a saved change before they were asked for again. Default true. */
  readonly lists?: boolean | ListOptions
  /** Which writes wait in the queue: those that the network did not take, all, or none. Default `offline`. */
  readonly queue?: 'offline' | 'always' | false
  /**
   * Whether what was read is kept as well, so that a page that starts shows what the last one showed before the server has
   * answered, or without a network: records, lists with totals, what the owner may do, lookups. True keeps 40 MB of all
   * entities for as long as `limits.days`; `entities` names those to keep, `maxAge` is in milliseconds. What `isKept` leaves
   * out stays out. Default true.
   */
  readonly reads?: boolean | ReadsOptions
  /** Default: kept as it is. */
  readonly seal?: Sealer
  /**
   * Called with each trouble, once. Default: the console says it in development.
   */
  readonly onTrouble?: (trouble: DurabilityTrouble) => void
}

/** Options with their defaults in place. */
export interface DurabilitySettings {
  readonly owner: DurabilityOptions['owner']
  /** The browser's where it is undefined. */
  readonly storage: DurableStorage | false | undefined
  readonly restore: 'auto' | 'ask'
  readonly undo: { readonly levels: number; readonly bytes: number }
  readonly limits: {
    readonly bytes: number
    readonly records: number
    readonly days: number
    readonly fileBytes: number
  }
  readonly isKept: (kind: string, name: string, field: string) => boolean
  readonly conflicts: (config: EntityConfig) => ConflictPolicy
  readonly lists: ListOptions | undefined
  readonly queue: 'offline' | 'always' | false
  /** Undefined where what is read is not kept. */
  readonly reads: ReadsSettings | undefined
  readonly seal: Sealer | undefined
  readonly onTrouble: DurabilityOptions['onTrouble']
}

const knownOptions: { readonly [Option in keyof Required<DurabilityOptions>]: true } = {
  owner: true,
  storage: true,
  restore: true,
  undo: true,
  limits: true,
  reads: true,
  isKept: true,
  conflicts: true,
  lists: true,
  queue: true,
  seal: true,
  onTrouble: true,
}

export const policies = ['overwrite', 'detect', 'ask', 'merge'] as const
const megabyte = 1024 * 1024

/**
 * The options with their defaults.
 * @throws EntityStoreError `invalid_option`
 */
export function readOptions(options: DurabilityOptions): DurabilitySettings {
  const given: { readonly [Option in keyof DurabilityOptions]?: unknown } = Object(options) as object
  if (typeof given.owner !== 'function') checkOwner(given.owner)
  if (isDevelopment()) checkOptionNames(given, knownOptions, 'createDurability')
  const { storage } = given
  check(
    'storage',
    storage,
    storage === undefined || storage === false || isStorage(storage),
    'indexedDbStorage(), memoryStorage() or false',
  )
  const {
    restore = 'auto',
    conflicts = 'merge',
    lists = true,
    queue = 'offline',
    seal,
    undo = true,
    limits: givenLimits = {},
  } = options
  const { isKept = isNoSecret, onTrouble } = options
  checkWord('restore', restore, ['auto', 'ask'])
  if (typeof conflicts !== 'function') checkWord('conflicts', conflicts, policies)
  checkWord('queue', queue, ['offline', 'always', false])
  check(
    'lists',
    lists,
    typeof lists === 'boolean' || isRecord(lists),
    'a boolean or an object of ListOptions',
  )
  if (isRecord(lists)) checkListOptions(lists)
  check('isKept', isKept, typeof isKept === 'function', 'a function')
  check('onTrouble', onTrouble, onTrouble === undefined || typeof onTrouble === 'function', 'a function')
  const { seal: sealing, unseal } = Object(seal) as { readonly [part in keyof Sealer]?: unknown }
  check(
    'seal',
    seal,
    seal === undefined || (typeof sealing === 'function' && typeof unseal === 'function'),
    'an object with seal and unseal',
  )
  const limits = readNumbers('limits', givenLimits, {
    bytes: 50 * megabyte,
    records: 2000,
    days: 30,
    fileBytes: 100 * megabyte,
  })
  return {
    owner: options.owner,
    storage: storage as DurableStorage | false | undefined,
    restore,
    undo: undoLimits(undo),
    limits,
    reads: readsSettings(given.reads, limits.days),
    isKept: isKeptOrFails(isKept),
    conflicts: typeof conflicts === 'function' ? conflicts : () => conflicts,
    lists: lists === true ? {} : lists === false ? undefined : lists,
    queue,
    seal,
    onTrouble,
  }
}

/**
 * The owner, if it is one.
 * @throws EntityStoreError `invalid_option`
 */
export function checkOwner(owner: unknown): Owner {
  const { site, user } = Object(owner) as { readonly [field in keyof Owner]?: unknown }
  const isUser = typeof user === 'number' ? Number.isFinite(user) : typeof user === 'string' && user !== ''
  check(
    'owner',
    owner,
    typeof site === 'string' && site !== '' && isUser,
    "{ site, user }: the site's address and the id of who is signed in, or a function that gives them",
  )
  return owner as Owner
}

function undoLimits(undo: unknown): DurabilitySettings['undo'] {
  if (undo === false) return { levels: 0, bytes: 0 }
  return readNumbers('undo', undo === true ? {} : undo, { levels: 200, bytes: 4 * megabyte })
}

function readsSettings(reads: unknown = true, days: number): ReadsSettings | undefined {
  if (reads === false) return undefined
  const wanted = 'a boolean or an object of bytes, entities and maxAge'
  check('reads', reads, reads === true || isRecord(reads), wanted)
  const { entities, ...numbers }: RecordData = isRecord(reads) ? reads : {}
  const settings = readNumbers('reads', numbers, { bytes: 40 * megabyte, maxAge: days * day })
  if (entities === undefined) return settings
  const areNamed = Array.isArray(entities) && entities.every(isEntityName)
  check('reads.entities', entities, areNamed, 'an array of { kind, name }')
  return { ...settings, entities: entities as NonNullable<ReadsOptions['entities']> }
}

function isEntityName(entity: unknown): boolean {
  return isRecord(entity) && typeof entity.kind === 'string' && typeof entity.name === 'string'
}

function readNumbers<Limits extends Record<string, number>>(
  option: string,
  given: unknown,
  defaults: Limits,
): Limits {
  const names = Object.keys(defaults)
  check(option, given, isRecord(given), `an object of ${names.join(', ')}`)
  const entries = names.map((name) => {
    const value = (given as RecordData)[name] ?? defaults[name]
    check(`${option}.${name}`, value, typeof value === 'number' && value > 0, 'a number above 0')
    return [name, value] as const
  })
  return Object.fromEntries(entries) as Limits
}

function checkWord(option: string, value: unknown, words: readonly unknown[]): void {
  check(option, value, words.includes(value), words.map(show).join(', '))
}

/** A field that `isKept` fails at may be one of those that it keeps out; all others are kept. */
function isKeptOrFails(isKept: DurabilitySettings['isKept']): DurabilitySettings['isKept'] {
  let isReported = false
  return (...field) => {
    try {
      return isKept(...field)
    } catch (error) {
      if (!isReported) reportErrors([error])
      isReported = true
      return false
    }
  }
}

function isStorage(value: unknown): value is DurableStorage {
  return typeof (Object(value) as { readonly open?: unknown }).open === 'function'
}
