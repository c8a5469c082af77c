import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { ErrorState } from './ui/ErrorState'
import { restoreSession } from './session/session'
import { nameModules } from './nameModules'
import { Button } from './ui/Button'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root.')

nameModules()
// Not awaited here: what is loaded later imports from this bundle, which would then wait for it.
void restoreSession()
  .then(
    (restored) => <App restored={restored} />,
    (error: unknown) => (
      <main className="sign-in">
        <div className="card">
          <h1>Copydesk</h1>
          <ErrorState error={error} />
          <Button onClick={() => location.reload()}>Try again</Button>
        </div>
      </main>
    ),
  )
  .then((page) => createRoot(root).render(<StrictMode>{page}</StrictMode>))
