import { defineConfig } from 'vite'

export default defineConfig({
  resolve: {
    // Everything that imports core-data gets Copydesk: your own code, and the packages of the editor.
    alias: [{ find: /^@wordpress\/core-data$/, replacement: 'copydesk/wordpress-data' }],
    // One of each: hooks find their registry by it.
    dedupe: ['react', 'react-dom', '@wordpress/data'],
  },
})
