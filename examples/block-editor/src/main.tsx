// First of all, as it takes the name `core` before anything of the editor does.
import './store'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerCoreBlocks } from '@wordpress/block-library'
import '@wordpress/format-library'
import '@wordpress/components/build-style/style.css'
import '@wordpress/block-editor/build-style/style.css'
import '@wordpress/block-library/build-style/editor.css'
// Its package.json does not name its styles.
import '../node_modules/@wordpress/format-library/build-style/style.css'
import './app.css'
import { App } from './App'
import { registerMediaLibrary } from './MediaLibrary'

registerCoreBlocks()
registerMediaLibrary()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root.')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
