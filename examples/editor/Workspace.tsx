import { DocumentView } from './document/DocumentView'
import { RecordList } from './list/RecordList'
import { TypeTabs } from './list/TypeTabs'
import { RequestPanel } from './requests/RequestPanel'
import { useRoute } from './route'
import { ServerPanel } from './server/ServerPanel'
import type { Session } from './session/session'
import { UnsavedChanges } from './unsaved/UnsavedChanges'

/** Everything a person sees who is signed in: the list, one document, what is unsaved, what was requested. */
export function Workspace({ session, onSignOut }: { session: Session; onSignOut: (() => void) | null }) {
  const { type, id } = useRoute()
  const { user, requests, server, site } = session
  return (
    <div className="workspace" data-view={id === null ? 'list' : 'document'}>
      <header className="top">
        <h1>Copydesk</h1>
        <p className="who">
          {user.name}{' '}
          <span className="quiet">
            {user.role}
            {site !== null && ` on ${site}`}
          </span>
        </p>
        {onSignOut && (
          <button className="small" onClick={onSignOut}>
            Sign out
          </button>
        )}
      </header>
      <nav className="list" aria-label="Documents">
        <TypeTabs type={type} />
        <RecordList key={type} type={type} openId={id} user={user} />
      </nav>
      <main className="document">
        {id === null ? (
          <p className="placeholder">Choose a {type} from the list to read or edit it.</p>
        ) : (
          <DocumentView key={`${type}/${id}`} type={type} id={id} role={user.role} />
        )}
      </main>
      <aside className="side" aria-label="Store">
        <UnsavedChanges />
        <ServerPanel server={server} />
        <RequestPanel log={requests} />
      </aside>
    </div>
  )
}
