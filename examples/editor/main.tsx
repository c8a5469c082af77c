import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { restoreSession } from './session/session'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root.')

const restored = await restoreSession()
createRoot(root).render(
  <StrictMode>
    <App restored={restored} />
  </StrictMode>,
)
