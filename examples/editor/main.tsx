import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { ErrorMessage } from './ErrorMessage'
import { restoreSession } from './session/session'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root.')

const page = await restoreSession().then(
  (restored) => <App restored={restored} />,
  (error: unknown) => (
    <main className="sign-in">
      <div className="card">
        <h1>Copydesk</h1>
        <ErrorMessage error={error} />
        <button onClick={() => location.reload()}>Try again</button>
      </div>
    </main>
  ),
)
createRoot(root).render(<StrictMode>{page}</StrictMode>)
