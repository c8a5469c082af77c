import { useCallback, useEffect, useState } from 'react'
import { durabilityOf, selectUnsavedRecords } from 'copydesk/durable'
import { useEntityStore } from 'copydesk/react'
import type { CurrentUser, Session } from './session'

type Person = Pick<CurrentUser, 'id' | 'name'>

/** What tabs of a browser tell one another: they share the cookies, and with them who is signed in. */
type Message =
  /** Somebody signed in; null: whoever it was signed out. */
  | { type: 'turn'; person: Person | null }
  /** How many records of somebody have unsaved changes? */
  | { type: 'ask'; user: number }
  | { type: 'unsaved'; user: number; count: number }

// Where a browser has none, a tab learns of others by the site's answers.
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('copydesk-session') : undefined

/** How long the answers of other tabs are waited for, in milliseconds. */
const patience = 250

/** Tells the other tabs who is signed in from now on. */
export function tellTurn(person: Person | null): void {
  post({ type: 'turn', person: person && { id: person.id, name: person.name } })
}

/** How many records have unsaved changes of somebody in other tabs. */
export async function countUnsavedElsewhere({ id }: Person): Promise<number> {
  let sum = 0
  const forget = listen((message) => {
    if (message.type === 'unsaved' && message.user === id) sum += message.count
  })
  post({ type: 'ask', user: id })
  await new Promise((resolve) => setTimeout(resolve, patience))
  forget()
  return sum
}

/** Who is signed in, as far as another tab has changed that. */
export interface TurnElsewhere {
  /** Null where nobody is any more; undefined where it is whoever this session is of. */
  person: Person | null | undefined
  /** It is whoever this session is of again. */
  takeBack: () => void
}

/** Follows who is signed in, and answers other tabs that ask what is unsaved here. */
export function useTurnElsewhere({ user, hasCookies }: Session): TurnElsewhere {
  const [person, setPerson] = useState<Person | null | undefined>()
  const store = useEntityStore()
  const takeBack = useCallback(() => setPerson(undefined), [])
  useEffect(() => {
    if (!hasCookies) return undefined
    return listen((message) => {
      if (message.type === 'turn') {
        const isOwn = message.person?.id === user.id
        if (!isOwn) setPerson(message.person)
        // Where all was forgotten that was kept, keeping begins anew with whoever goes on.
        else if (durabilityOf(store)?.status().storage !== 'off') setPerson(undefined)
      } else if (message.type === 'ask' && message.user === user.id)
        post({ type: 'unsaved', user: user.id, count: selectUnsavedRecords(store.getState()).length })
    })
  }, [user, hasCookies, store])
  return { person, takeBack }
}

function post(message: Message): void {
  channel?.postMessage(message)
}

function listen(hear: (message: Message) => void): () => void {
  const listener = ({ data }: MessageEvent<Message>) => hear(data)
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}
