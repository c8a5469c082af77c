import { useEffect, useRef } from 'react'
import { errorText } from './errorText'
import { goToAddress, placeNow } from './route'
import { useNotify } from './ui/Notices'

/** Something that takes a while, and that leads elsewhere when it is done. */
export interface Errand {
  /** Whether the person is still where it began. */
  isHere: () => boolean
  /** Goes to what came of it; who has gone elsewhere meanwhile stays there, and is told. */
  arrive: (address: string, notice: string) => void
  /** Tells what it failed with, where it began or, if that is no longer shown, in passing. */
  fail: (error: unknown, tell: (error: unknown) => void, notice: string) => void
}

/** @returns How to begin an errand from where one is. */
export function useErrand(): () => Errand {
  const notify = useNotify()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => {
    const place = placeNow()
    const isHere = () => placeNow() === place
    return {
      isHere,
      arrive(address, notice) {
        if (isHere()) goToAddress(address)
        else notify({ text: notice, actions: [{ label: 'Open', onSelect: () => goToAddress(address) }] })
      },
      fail(error, tell, notice) {
        if (isShown.current) tell(error)
        else notify({ text: `${notice} ${errorText(error)}`, tone: 'danger' })
      },
    }
  }
}
