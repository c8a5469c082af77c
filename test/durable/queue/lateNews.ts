import type { MemoryTab } from 'copydesk/durable'

/** Waits for one number of turns after the other, again and again. */
export function turns(delays: readonly number[]): () => Promise<void> {
  let asked = 0
  return async () => {
    const count = delays[asked++ % delays.length] ?? 0
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A page that hears some turns later what others say, one message after the other; `heard` are those of all pages. */
export function hearingLate(
  page: MemoryTab,
  wait: () => Promise<void>,
  heard: Promise<void>[] = [],
): MemoryTab {
  return {
    ...page,
    channel: (name) => {
      const channel = page.channel(name)
      return (
        channel && {
          ...channel,
          subscribe: (listener) => {
            let last = Promise.resolve()
            return channel.subscribe((message) => {
              last = last.then(wait).then(() => listener(message))
              heard.push(last)
            })
          },
        }
      )
    },
  }
}
