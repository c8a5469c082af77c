const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { createContext, runInContext } = require('node:vm')
const Metro = require('metro')

/** What React Native has of a platform, and no document. */
function nativePlatform(finish) {
  const {
    AbortController,
    AbortSignal,
    Headers,
    URL,
    URLSearchParams,
    clearTimeout,
    setTimeout,
    queueMicrotask,
  } = globalThis
  const { Blob, File, FormData, Request, Response, clearInterval, setInterval, structuredClone } = globalThis
  const platform = {
    AbortController,
    AbortSignal,
    Headers,
    URL,
    URLSearchParams,
    clearTimeout,
    setTimeout,
    queueMicrotask,
  }
  Object.assign(platform, {
    Blob,
    File,
    FormData,
    Request,
    Response,
    clearInterval,
    setInterval,
    structuredClone,
  })
  Object.assign(platform, { console, finish, fetch: () => Promise.reject(new Error('offline')) })
  return Object.assign(platform, { globalThis: platform, global: platform })
}

async function main() {
  for (const entry of ['imported.js', 'required.js']) {
    const config = await Metro.loadConfig(
      { cwd: __dirname },
      {
        ...{ projectRoot: __dirname, maxWorkers: 1, resetCache: true, reporter: { update() {} } },
        cacheStores: [],
        transformer: { babelTransformerPath: require.resolve('@react-native/metro-babel-transformer') },
        resolver: { unstable_enablePackageExports: true },
      },
    )
    const { code } = await Metro.runBuild(config, { entry, minify: false, dev: false })
    const file = join(__dirname, `bundled-${entry}`)
    writeFileSync(file, code)
    const form = entry === 'imported.js' ? 'dist/index.js' : 'dist/index.cjs'
    const said = await new Promise((finish) =>
      runInContext(readFileSync(file, 'utf8'), createContext(nativePlatform(finish))),
    )
    if (said !== 'One, true, function, function') throw new Error(`${entry} said ${said}.`)
    console.log(`  Metro bundled ${entry} (${form}, ${code.length} bytes), and it ran without a DOM`)
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
