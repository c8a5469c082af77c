import { isOfWordPress } from '../config/defineServer'
import type { EntityConfig } from '../config/entityConfig'
import { isRecord } from '../core/plain'
import type { Services } from '../core/thunk'
import { statusOf } from '../rest/restError'

/** What servers say of themselves beyond REST. */
export interface ServerFeatures {
  /** Whether the server of an entity does a write with an `Idempotency-Key` once. */
  readonly hasKeys: (config: EntityConfig) => Promise<boolean>
  /** For how many days the server of an entity surely remembers a key; asked of it where it says so. */
  readonly keyDays: (config: EntityConfig) => Promise<number>
  /** Whether a WordPress refuses writes that are out of date, and so need not be asked first. */
  readonly refusesOutdated: (config: EntityConfig) => Promise<boolean>
  /** Takes down what time a server says it is, in its `Date` header; null where it can't be seen. */
  readonly noteTime: (date: string | null) => void
  /** What time it is by the server's clock, in milliseconds; by the device's where no server has said. */
  readonly now: () => number
}

/** The namespace of `durable.php` in the index. */
const namespace = 'copydesk-durable/v1'

/** For how many days servers remember keys that do not say so. */
export const usualKeyDays = 1

/** Asks the index of WordPress once what the site has, when somebody wants to know. */
export function makeServerFeatures(services: Services): ServerFeatures {
  let asking: Promise<boolean> | undefined
  let isThere = false
  /** How far the server's clock is ahead of the device's, in milliseconds. */
  let ahead = 0

  async function ask(): Promise<boolean> {
    try {
      const { data } = await services.fetcher({ path: '/?_fields=namespaces' })
      const names = isRecord(data) && Array.isArray(data.namespaces) ? (data.namespaces as unknown[]) : []
      isThere = names.includes(namespace)
    } catch (error) {
      // Who has not answered is asked again; who does not want to say has none.
      if (statusOf(error) === 0 || statusOf(error) >= 500) asking = undefined
    }
    return isThere
  }

  async function askKeyDays(): Promise<number> {
    const { data } = await services.fetcher({ path: `/${namespace}/about` })
    const { idempotency_keys: keys } = Object(data) as {
      readonly idempotency_keys?: { readonly days?: unknown }
    }
    return typeof keys?.days === 'number' ? keys.days : usualKeyDays
  }

  const isWordPress = ({ baseURL }: EntityConfig) => isOfWordPress(baseURL)
  const askOnce = () => (asking ??= ask())
  return {
    hasKeys: async (config) =>
      config.hasIdempotencyKeys === true || (isWordPress(config) && (await askOnce())),
    keyDays: async (config) => (isWordPress(config) ? askKeyDays() : usualKeyDays),
    refusesOutdated: async (config) => isWordPress(config) && askOnce(),
    noteTime: (date) => {
      const time = Date.parse(date ?? '')
      if (!Number.isNaN(time)) ahead = time - Date.now()
    },
    now: () => Date.now() + ahead,
  }
}
