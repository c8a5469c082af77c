import { EntityStoreError } from '../core/errors'

/** A nonce, alone or with a way to a new one: a URL that answers it as text, or a function. */
export type NonceSource =
  | string
  | {
      /** Nonce to begin with. */
      initial: string
      /** Where a new one comes from, `/wp-admin/admin-ajax.php?action=rest-nonce` for example. */
      refresh?: string | (() => Promise<string>)
    }

/** The nonce of one fetcher as it changes. */
export interface Nonce {
  /** Value to send now; empty for none. */
  current(): string
  /** Takes over a newer value from an answer; null changes nothing. */
  receive(value: string | null): void
  /**
   * Makes sure that the nonce is newer than the one the server refused. Calls at the same time share one
   * refresh. False where there is no way to a new one, or it failed.
   */
  renew(refused: string | undefined): Promise<boolean>
}

/** Makes a nonce; `fetchText` reads the refresh URL, and rejects unless that goes well. */
export function createNonce(source: NonceSource, fetchText: (url: string) => Promise<string>): Nonce {
  const { initial, refresh = null } = typeof source === 'string' ? { initial: source } : source
  if (typeof initial !== 'string') {
    throw new EntityStoreError(
      'invalid_option',
      `nonce must be a string or { initial, refresh? }, not ${typeof initial}.`,
    )
  }
  let value = initial
  let renewal: Promise<boolean> | null = null

  async function renewOnce(from: string | (() => Promise<string>)): Promise<boolean> {
    try {
      const fresh = (await (typeof from === 'function' ? from() : fetchText(from))).trim()
      // WordPress answers 0 or -1 to those who are not logged in, other servers perhaps with a login page.
      if (!/^[\w-]{2,}$/.test(fresh) || fresh === '-1') return false
      value = fresh
      return true
    } catch {
      return false
    } finally {
      renewal = null
    }
  }

  return {
    current: () => value,
    receive(fresh) {
      value = fresh || value
    },
    async renew(refused) {
      if (refresh === null) return false
      if (refused !== value) return true
      return (renewal ??= renewOnce(refresh))
    },
  }
}
