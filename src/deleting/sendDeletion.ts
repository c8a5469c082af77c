import type { EntityConfig } from '../config/entityConfig'
import { editsMoved } from '../edits/actions'
import { readRecord } from '../entities/readAnswer'
import { removalFacts } from '../entities/removeEntityRecords'
import type { RecordKey } from '../keys'
import { isRecord, type RecordData } from '../plain'
import { rowsLeft } from '../queries/actions'
import type { SaveTarget } from '../saving/actions'
import { invalidationFacts, writtenFacts } from '../saving/persist'
import { sendWrite } from '../saving/sendWrite'
import type { WriteOptions } from '../saving/writeLock'
import type { Services, StoreAction } from '../thunk'

/** A deletion that the server has answered. */
interface AnsweredDeletion {
  /** The body of the answer. */
  readonly data: unknown
  /** Gives the facts that it comes to. */
  readonly makeFacts: () => readonly StoreAction[]
}

/** Sends the deletion of a record, and finds out what is left of it. */
export async function sendDeletion(
  services: Services,
  config: EntityConfig,
  target: SaveTarget & { readonly key: RecordKey },
  parameters: RecordData,
  options: WriteOptions,
): Promise<AnsweredDeletion> {
  const { kind, name, entity, key } = target
  const data = await sendWrite(services, config, key, { method: 'DELETE', parameters }, options)
  const staleTurn = services.nextTurn()
  const left = await leftBy(data, async () => {
    const read = { method: 'GET', parameters: config.baseURLParams }
    return readRecord(config, await sendWrite(services, config, key, read, options), key).records[0]
  })
  const makeFacts = () =>
    left
      ? [
          ...(left === data ? [] : [editsMoved(target, { values: {} })]),
          ...writtenFacts(config, readRecord(config, left, key), staleTurn, services.nextTurn()),
          ...(isTrashed(left) ? [rowsLeft(entity, [key], left.status)] : []),
        ]
      : [...removalFacts(kind, name, [key], staleTurn), ...invalidationFacts(config, staleTurn)]
  return { data, makeFacts }
}

/**
 * What the server still has of a record that was deleted: the record where it lies now, such as a post in the trash or
 * a widget that is shown nowhere; the theme's own version of a template; else nothing.
 */
async function leftBy(
  data: unknown,
  read: () => Promise<RecordData | undefined>,
): Promise<RecordData | undefined> {
  if (!isRecord(data)) return undefined
  const { has_theme_file: hasThemeFile } = isRecord(data.previous) ? data.previous : data
  if (hasThemeFile === undefined)
    return isTrashed(data) || data.sidebar === 'wp_inactive_widgets' ? data : undefined
  // A template without a file is gone from the trash, too: REST knows no way back.
  return hasThemeFile ? read().catch(() => undefined) : undefined
}

/** Whether the answer is the record itself, with a status that says that it still exists. */
function isTrashed(data: unknown): data is RecordData & { status: string } {
  return isRecord(data) && data.status === 'trash'
}
