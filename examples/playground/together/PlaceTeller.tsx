import { useEffect } from 'react'
import { useEntityStore } from 'copydesk/react'
import { syncOf, useSyncStatus } from 'copydesk/sync'
import { useLocation } from 'wouter'
import './together.css'
import { placeOf, placesRoom } from './places'

/** Tells the others which document is open here, wherever one is in the editor. */
export function PlaceTeller() {
  const sync = syncOf(useEntityStore())
  const [path] = useLocation()
  const isConnected = useSyncStatus(...placesRoom)?.status === 'connected'
  const [, name, id] = /^\/([^/]+)\/(\d+)$/.exec(path) ?? []
  const field = name !== undefined && id !== undefined ? placeOf(name, id) : undefined
  useEffect(() => {
    if (isConnected) sync?.setCursor(...placesRoom, undefined, field === undefined ? undefined : { field })
  }, [sync, isConnected, field])
  return null
}
