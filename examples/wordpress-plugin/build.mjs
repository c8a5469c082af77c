// Bundles the script of the plugin into its folder: `node examples/wordpress-plugin/build.mjs`.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** What WordPress has on every page of the editor, and under which name. */
const globals = {
  '@wordpress/data': 'wp.data',
  '@wordpress/api-fetch': 'wp.apiFetch',
  '@wordpress/deprecated': 'wp.deprecated',
  '@wordpress/i18n': 'wp.i18n',
}

/** The text of the script that the plugin loads. */
async function bundlePlugin() {
  const [{ output }] = [
    await build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: {
        alias: [
          { find: 'copydesk/wordpress-data/store', replacement: at('../../src/wordpress-data/store.ts') },
        ],
      },
      build: {
        write: false,
        lib: { entry: at('main.ts'), formats: ['iife'], name: 'copydeskCore', fileName: 'copydesk-core' },
        rollupOptions: { external: Object.keys(globals), output: { globals } },
      },
    }),
  ].flat()
  return output[0].code
}

/** The files of the plugin, as WordPress finds them in its folder. */
export async function pluginFiles() {
  return {
    'copydesk.php': await readFile(at('copydesk/copydesk.php'), 'utf8'),
    'copydesk-core.js': await bundlePlugin(),
  }
}
