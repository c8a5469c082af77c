import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const built = (file: string) => fileURLToPath(new URL(`../../dist/${file}`, import.meta.url))

export default defineConfig({
  resolve: {
    // In an application of your own: `npm install copydesk`, and nothing here.
    alias: [
      { find: /^copydesk$/, replacement: built('index.js') },
      { find: /^copydesk\/react$/, replacement: built('react.js') },
      // What the blocks import of core-data is Copydesk's: nothing of core-data is in the page.
      { find: /^@wordpress\/core-data$/, replacement: built('wordpress-data.js') },
      { find: /^copydesk\/wordpress-data\/store$/, replacement: built('wordpress-data/store.js') },
    ],
    // The package lies outside of this folder: without it, its hooks would find the React that lies beside it.
    dedupe: [
      'react',
      'react-dom',
      'react-redux',
      '@wordpress/data',
      '@wordpress/blocks',
      '@wordpress/icons',
      '@wordpress/api-fetch',
      '@wordpress/deprecated',
      '@wordpress/i18n',
    ],
  },
  build: { reportCompressedSize: false, chunkSizeWarningLimit: 10_000 },
})
