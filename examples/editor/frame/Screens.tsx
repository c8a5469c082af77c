import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { AskedBy } from '../hood/AskedBy'
import { DocumentsScreen } from '../document/DocumentsScreen'
import { asPostType, patterns } from '../route'
import { PageSkeleton } from '../ui/Skeleton'

const MediaScreen = lazy(async () => ({ default: (await import('../media/MediaScreen')).MediaScreen }))
const RevisionsScreen = lazy(async () => ({
  default: (await import('../document/revisions/RevisionsScreen')).RevisionsScreen,
}))

/** The screen that the address asks for. All but the documents come when they are needed first. */
export function Screens() {
  return (
    <div className="screen">
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          <Route path="/">
            <Redirect to="/post" replace />
          </Route>
          <Route path={patterns.media}>
            {({ id }) => (
              <AskedBy name="Media">
                <MediaScreen id={id} />
              </AskedBy>
            )}
          </Route>
          <Route path={patterns.revisions}>
            {({ type, id }) => (
              <RevisionsScreen key={`${type}/${id}`} type={asPostType(type)} id={Number(id)} />
            )}
          </Route>
          <Route path={patterns.documents}>
            {({ type, id }) => <DocumentsScreen key={type} type={asPostType(type)} id={id} />}
          </Route>
        </Switch>
      </Suspense>
    </div>
  )
}
