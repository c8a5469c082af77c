import { Palette } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  fetchGlobalStylesId,
  fetchThemeBaseStyles,
  selectGlobalStylesId,
  selectThemeBaseStyles,
} from 'copydesk'
import { useEntityDispatch, useEntitySelector } from 'copydesk/react'
import { RecordForm } from '../form/RecordForm'
import { NeedsCapability } from '../frame/NeedsCapability'
import { useRenders } from 'copydesk/devtools'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { PageSkeleton } from '../ui/Skeleton'
import { StyleFields } from './StyleFields'
import './styles.css'

/** The looks of the site: colours and type, over those of the theme. */
export function StylesScreen() {
  return (
    <NeedsCapability capability="edit_theme_options" what="the styles of the site">
      <main className="detail" tabIndex={-1}>
        <Styles />
      </main>
    </NeedsCapability>
  )
}

function Styles() {
  useRenders('Styles')
  const dispatch = useEntityDispatch()
  const id = useEntitySelector(selectGlobalStylesId)
  const base = useEntitySelector(selectThemeBaseStyles)
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [isRead, setIsRead] = useState(false)

  useEffect(() => {
    Promise.all([dispatch(fetchGlobalStylesId({ throwOnError: true })), dispatch(fetchThemeBaseStyles())])
      .then(() => setIsRead(true))
      .catch(setError)
  }, [dispatch, attempt])

  if (error !== null) {
    return (
      <div className="page">
        <ErrorState
          error={error}
          onRetry={() => {
            setError(null)
            setAttempt(attempt + 1)
          }}
        />
      </div>
    )
  }
  if (id === undefined || !base) {
    return isRead ? (
      <EmptyState icon={Palette} title="The theme has no styles to change." />
    ) : (
      <PageSkeleton />
    )
  }
  return (
    <RecordForm kind="root" name="globalStyles" id={id} title="Styles" noun="the styles">
      <StyleFields base={base} />
    </RecordForm>
  )
}
