import { changeLease } from '../storage/lease'
import type { Leadership, LeadershipOptions } from './leadership'
import { randomHex } from '../randomHex'

/** How long a lease holds, how often it is renewed, and how often it is asked for, in milliseconds. */
const leaseTime = 15_000
const renewTime = 5000
const askingTime = 2500

/**
 * Has one tab of the owner send where the browser has no Web Locks, as without https: by a row that says who, taken by
 * comparison within one transaction. Nobody has it while nothing waits, so that nothing is written then. Who has not
 * renewed it in time, as it was frozen, sends nothing before it has it again.
 */
export function makeLeaseLeadership({
  connection,
  onLead,
  onFollow,
  isWaiting,
}: Pick<LeadershipOptions, 'connection' | 'onLead' | 'onFollow' | 'isWaiting'>): Leadership {
  const lease = { row: 'queue', holder: randomHex(), time: leaseTime }
  let until = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false
  let isEnded = false

  async function look(): Promise<void> {
    if (isLooking || isEnded || connection.isEnded()) return
    clearTimeout(timer)
    timer = undefined
    isLooking = true
    const before = until
    const wasSure = isSure()
    // What can't be stored says nothing of who has it: what this tab has holds until its time is over.
    const next = await changeLease(connection, lease, isWaiting()).catch(() => before)
    isLooking = false
    if (isEnded) return
    until = next
    if (until > 0 && !(before > 0 && wasSure)) onLead()
    if (until === 0 && before > 0) onFollow()
    if (until > 0 || isWaiting()) timer = setTimeout(() => void look(), until > 0 ? renewTime : askingTime)
  }

  function isSure(): boolean {
    return Date.now() < until
  }

  const unobserve = connection.storage.observe((event) => {
    if (event === 'leave') giveBack()
    else if (event === 'show') void look()
  })

  function giveBack(): void {
    if (until === 0) return
    until = 0
    void changeLease(connection, lease, false).catch(() => undefined)
  }

  return {
    start: () => void look(),
    watch: () => {
      if (timer === undefined) void look()
    },
    receive: () => undefined,
    isSure,
    close: () => {
      isEnded = true
      clearTimeout(timer)
      unobserve()
      giveBack()
    },
  }
}
