import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// `copydesk` resolves to the built package, by the name and exports of its own package.json.
export default defineConfig({ plugins: [react()], clearScreen: false })
