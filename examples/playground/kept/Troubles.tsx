import { useEffect, useEffectEvent } from 'react'
import type { DurabilityTrouble } from 'copydesk/durable'
import { useSession } from '../session/SessionContext'
import { useNotify, type Notice } from '../ui/Notices'

/** Tells in passing what went wrong with keeping, once each and in plain words. */
export function Troubles({ onWaiting, onRecovered }: { onWaiting: () => void; onRecovered: () => void }) {
  const { troubles } = useSession()
  const notify = useNotify()
  const tell = useEffectEvent(() => {
    for (const trouble of troubles.take()) {
      const notice = noticeOf(trouble, { onWaiting, onRecovered })
      if (notice) notify(notice)
    }
  })
  useEffect(() => {
    tell()
    return troubles.subscribe(() => tell())
  }, [troubles])
  return null
}

interface Ways {
  onWaiting: () => void
  onRecovered: () => void
}

/** What a person is told; nothing where the mark in the header says it all the time. */
function noticeOf({ code, kind, message }: DurabilityTrouble, ways: Ways): Notice | null {
  const waiting = [{ label: 'Show', onSelect: ways.onWaiting }]
  switch (code) {
    case 'storage_full':
      return {
        tone: 'danger',
        text: 'There is no room left on this device to keep what you write. Save it to the site before you leave.',
      }
    case 'storage_superseded':
      return {
        tone: 'danger',
        text: 'A newer version of this page is open in another tab. Save here and reload: nothing more is kept from this one.',
      }
    case 'unchecked_save':
      return {
        text: 'It was saved without a look at what others may have changed: the site does not let you see that.',
      }
    case 'adopted':
      return kind === 'taxonomy'
        ? { text: 'A term of that name was there already: it is used.' }
        : { text: 'Another tab has taken over what you wrote here: both have it now.' }
    case 'queue_held':
      return { tone: 'danger', text: 'Something that you saved was not taken by the site.', actions: waiting }
    case 'other_user':
      return {
        text: 'Somebody else is signed in on this device: what waits is sent when you are back.',
        actions: waiting,
      }
    case 'expired':
      return { text: message }
    case 'unreadable':
      return {
        text: 'Some of what was kept can’t be read.',
        actions: [{ label: 'Show', onSelect: ways.onRecovered }],
      }
    default:
      return null
  }
}
