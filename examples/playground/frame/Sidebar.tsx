import { useEffect } from 'react'
import { loadEntityConfigs, selectEntityConfigs } from 'copydesk'
import { useEntityDispatch, useEntitySelector } from 'copydesk/react'
import { Lock } from 'lucide-react'
import { useLocation } from 'wouter'
import { useRenders } from 'copydesk/devtools'
import { withArticle } from '../session/roles'
import { useSession } from '../session/SessionContext'
import { Skeleton } from '../ui/Skeleton'
import { placesOf, type Place } from './navigation'

/** All places of the editor that the user may see, and what is kept from them. */
export function Sidebar() {
  useRenders('Sidebar')
  const { user } = useSession()
  const dispatch = useEntityDispatch()
  const postTypes = useEntitySelector((state) => selectEntityConfigs(state, 'postType'))
  const taxonomies = useEntitySelector((state) => selectEntityConfigs(state, 'taxonomy'))
  useEffect(() => {
    // What fails is asked again by the first list that needs it.
    void dispatch(loadEntityConfigs('postType'))
    void dispatch(loadEntityConfigs('taxonomy'))
  }, [dispatch])

  const groups = placesOf(postTypes, taxonomies)
  const isOpen = ({ needs }: Place) => needs === null || user.capabilities[needs] === true
  const closed = groups.flatMap(({ places }) => places).filter((place) => !isOpen(place))
  return (
    <nav className="sidebar" aria-label="Site">
      {groups.map(({ label, places }) => {
        const shown = places.filter(isOpen)
        const isLoading = label === 'Taxonomies' && taxonomies.length === 0
        if (shown.length === 0 && !isLoading) return null
        return (
          <section key={label}>
            <h2>{label}</h2>
            {isLoading && <Skeleton height="4rem" />}
            <ul>
              {shown.map((place) => (
                <PlaceLink key={place.address} place={place} />
              ))}
            </ul>
          </section>
        )
      })}
      {closed.length > 0 && (
        <details className="closed-places">
          <summary>
            <Lock aria-hidden /> No access as {withArticle(user.role)}
          </summary>
          <p className="hint">
            {closed.map(({ label }) => label).join(', ')}: WordPress keeps these from this role.
          </p>
        </details>
      )}
    </nav>
  )
}

function PlaceLink({ place: { label, address, icon: Icon } }: { place: Place }) {
  const [path] = useLocation()
  const here = `#${path}`
  const isHere = here === address || here.startsWith(`${address}/`)
  return (
    <li>
      <a href={address} aria-current={isHere ? 'page' : undefined}>
        <Icon aria-hidden />
        <span className="truncate">{label}</span>
      </a>
    </li>
  )
}
