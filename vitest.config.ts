import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import type { SiteUser } from './examples/wordpress/bootSite'
import type { Role } from './examples/wordpress/content'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Examples, the README and the tests import the package by its name; here that means the sources. */
const alias = [
  { find: /^copydesk$/, replacement: at('./src/index.ts') },
  { find: /^copydesk\/react$/, replacement: at('./src/react/index.ts') },
  { find: /^copydesk\/actions$/, replacement: at('./src/actions/index.ts') },
  { find: /^copydesk\/testing$/, replacement: at('./src/testing/index.ts') },
  { find: /^copydesk\/sync$/, replacement: at('./src/sync/index.ts') },
  { find: /^copydesk\/wordpress-data$/, replacement: at('./src/wordpress-data/index.ts') },
  { find: /^copydesk\/wordpress-data\/store$/, replacement: at('./src/wordpress-data/store.ts') },
  { find: /^copydesk\/wordpress-data\/register$/, replacement: at('./src/wordpress-data/register.ts') },
  { find: /^copydesk\/durable$/, replacement: at('./src/durable/index.ts') },
  { find: /^copydesk\/durable\/react$/, replacement: at('./src/durable/react/index.ts') },
  { find: /^copydesk\/devtools$/, replacement: at('./src/devtools/index.ts') },
]

/** The same as it was built, for stories of a page that is made of that: none of its modules is compiled once more. */
const built = [
  { find: /^copydesk$/, replacement: at('./dist/index.js') },
  { find: /^copydesk\/(.+)$/, replacement: at('./dist/$1.js') },
]

/** Tests that replace a module of the package, or need one that nobody has used: each gets a process of its own. */
const replacing = ['test/**/*LoadedLate.test.ts']

/** Tests of what a process has once: they share one that no other has used, as none of them has what another one has. */
const oncePerProcess = [
  // What is deprecated is told once a process.
  'test/wordpress-data/suite/deprecations.test.ts',
  // What was forgotten is told once a process, of all that its engine lets go of.
  'test/store/forgottenDispatch.test.ts',
  // These count all timers of their process: what another file has left there would come in between.
  'test/batch/batch.test.ts',
  'test/rest/{fetcherAbort,fetcherTimeout,retry}.test.ts',
  'test/store/collectAfter.test.ts',
  'test/sync/persistence.test.ts',
  'test/sync/transports/keepConnected.test.ts',
  // Takes the name in the registry of the page.
  'test/wordpress-data/registerCoreStore.test.ts',
]

/** The releases of WordPress whose answers are recorded, and the contracts that are held against them. */
const recorded = JSON.parse(readFileSync(at('./test/contracts/recorded/sites.json'), 'utf8')) as {
  readonly url: string
  readonly versions: Record<string, string>
  readonly contracts: readonly string[]
}
/** The other contracts are about PHP itself, or show a theme's own texts. */
const recordedContracts = recorded.contracts.map((name) => `test/contracts/${name}.test.ts`)

/** The stories of the store on a WordPress that its recorded answers tell as well. */
const replayed = JSON.parse(readFileSync(at('./test/liveWordpress/replayed.json'), 'utf8')) as {
  readonly version: string
  readonly roles: readonly Role[]
  readonly files: readonly string[]
}
const replayedStories = replayed.files.map((name) => `test/liveWordpress/${name}`)

/** A site that nobody can ask: its answers are recorded, and it takes everybody for who they say they are. */
function recordedSite(version: string) {
  const { url } = recorded
  const users = Object.fromEntries(
    replayed.roles.map((role, index) => {
      return [role, { id: index + 1, username: role, name: role, password: role, applicationPassword: role }]
    }),
  ) as Record<Role, SiteUser>
  return { url, root: `${url}/wp-json/`, plainRoot: `${url}/?rest_route=/`, version, users }
}

/** The oldest React that the package promises to work with, in place of the newest. */
const react18 = [
  { find: /^react(?=$|\/)/, replacement: 'react-18' },
  { find: /^react-dom(?=$|\/)/, replacement: 'react-dom-18' },
]

/** Tests of several browsers or processes at once, which mostly wait for one another. */
const together = ['test/browser/{collab,together}*.test.ts']
const processes = ['test/sync/processes/**/*.test.ts']

/**
 * Stories of the playground whose promise is about the page: `npm test` tells them on the mock site, `npm run test:browser`
 * on a WordPress.
 */
const pages = (JSON.parse(readFileSync(at('./test/browser/pages.json'), 'utf8')) as string[]).map(
  (name) => `test/browser/${name}.test.ts`,
)

/** Those that are not told on a WordPress. */
const onMock = process.env.CONTRACTS === 'live' ? [] : pages

/**
 * Tests that run long: laws, and what reads the sources. `npm test` runs the others with `LAWS=without`, and these
 * beside them with `LAWS=only`.
 */
const laws = [
  'test/properties/**/*.test.ts',
  'test/durable/{laws,oracle}/**/*.test.ts',
  'test/entities/orderedTruth.test.ts',
  'test/store/subscribers.test.ts',
  'test/sync/convergence.test.ts',
  'test/architecture.test.ts',
  'test/{,support/}readme.test.ts',
]
const { LAWS } = process.env

/** Folders whose tests need a server, a browser or the packed tarball: each is a project of its own. */
const heavy = [
  ...['test/liveWordpress/**', 'test/contracts/**', 'test/browser/**', 'test/package/**', 'test/docs/**'],
  // Servers that have a folder of packages of their own: `npm run test:servers`.
  'test/servers/installed/**',
  // Faults in a real browser and on a real WordPress: `npm run test:durable`.
  'test/durable/real/**',
]
const screen = ['test/**/*.test.tsx', 'test/react/**/*.test.ts', 'test/journeys/**/*.test.ts']
const screenOfReact = ['test/react/**/*.test.{ts,tsx}', 'test/journeys/**/*.test.{ts,tsx}']

/** Tests that use two renderers of React, whose leavings would reach others, and those that count all listeners or timers. */
const renderingAlone = [
  'test/react/{collecting,leaks,serverRendering,streaming,useAutosave,useLinkSearch,useRefetch}.test.tsx',
]

/** Of the newest React alone: one replaces a module, one registers a store in the registry of the page. */
const examplesAlone = ['test/examples/failures.test.tsx', 'test/codeBlocks.test.tsx']

/** What renders, on one React. */
function rendering(name: string, include: string[], exclude: string[], setupFiles: string[] = []) {
  const test = {
    environment: 'happy-dom',
    setupFiles: [...setupFiles, 'test/support/sharedProcess.ts', 'test/support/screenSetup.ts'],
    sequence: { groupOrder: 1, setupFiles: 'list' as const },
  }
  return [
    // A quarter of the time: most of it went into a document and React anew for each file.
    { ...test, name, include, exclude: [...exclude, ...renderingAlone, ...examplesAlone], isolate: false },
    {
      ...test,
      name: `${name}-alone`,
      include: name === 'react' ? [...renderingAlone, ...examplesAlone] : renderingAlone,
    },
  ]
}

/** The rooms on which everything else rests. */
const foundations = [
  'edits',
  'entities',
  'locks',
  'permissions',
  'queries',
  'resolution',
  'rest',
  'saving',
  'undo',
]

/**
 * Percentages of the code that the projects of `npm run coverage` run at least. Of all it is less, as the mock site is held
 * against the real one, and what works together by real browsers.
 */
const covered = {
  ...{ statements: 84, branches: 80, functions: 86, lines: 85 },
  ...Object.fromEntries(foundations.map((room) => [`src/${room}/**`, { branches: 98, lines: 99 }])),
  'src/core/**': { branches: 98, lines: 99 },
  'src/{react,store}/**': { branches: 95, lines: 98 },
}

/**
 * For processes whose sites answer some hundred requests: to optimize PHP takes longer than to run it as it is compiled at
 * first. A site that answers more has a process of its own, without this.
 */
const brief = ['--liftoff-only']

const minutes = (count: number) => count * 60_000

/** Tests that collect garbage several times, which takes the longer the more other files have left behind: they come first. */
const collecting = [
  'test/blocks/memory.test.ts',
  'test/queries/memory.test.ts',
  'test/store/collectAfter.test.ts',
]

function isCollecting({ moduleId }: TestSpecification): boolean {
  return collecting.some((file) => moduleId.endsWith(file))
}

/** The stories on a WordPress, and tests that collect garbage, in an order of their own; the others as usual. */
class OwnOrder extends BaseSequencer {
  /** What a WordPress has been made to hold when a story is told on it is the same in each run. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (!files.every(({ project }) => project.name === 'wordpress')) {
      const sorted = await super.sort(files)
      return sorted.sort((one, other) => Number(isCollecting(other)) - Number(isCollecting(one)))
    }
    const placeOf = ({ moduleId }: TestSpecification) =>
      `${moduleId.includes('/contracts/') ? 2 : 1} ${moduleId}`
    return files.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    sequence: { sequencer: OwnOrder },
    // How long a test takes depends on what else the machine does: the limit is for those that hang.
    testTimeout: minutes(1),
    hookTimeout: minutes(1),
    expect: { poll: { timeout: 30_000 } },
    // Written for bundlers: its modules import JSON as those do.
    server: { deps: { inline: [/@wordpress\/blocks/] } },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      // Records are types alone.
      exclude: ['src/index.ts', 'src/*/index.ts', 'src/records/**'],
      reporter: [['text', { skipFull: true }], 'text-summary', 'html'],
      thresholds: covered,
    },
    // One group after the other, cheap first, where one run has several.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: LAWS === 'only' ? laws : ['test/**/*.test.ts'],
          exclude: [
            ...heavy,
            ...screen,
            ...replacing,
            ...oncePerProcess,
            ...processes,
            ...(LAWS === 'without' ? laws : []),
          ],
          // A third of the time: nothing lives in module variables, so files have nothing to be kept apart for.
          isolate: false,
          setupFiles: 'test/support/sharedProcess.ts',
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-alone',
          environment: 'node',
          include: replacing,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-once',
          environment: 'node',
          include: oncePerProcess,
          isolate: false,
          setupFiles: 'test/support/sharedProcess.ts',
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          environment: 'node',
          include: processes,
          sequence: { groupOrder: 1 },
        },
      },
      ...rendering('react', screen, heavy).map((test) => ({ extends: true as const, test })),
      ...rendering('react-18', screenOfReact, [], ['test/support/react18.ts']).map((test) => ({
        extends: true as const,
        resolve: { alias: react18 },
        test: {
          ...test,
          env: { TESTED_REACT: '18' },
          // The others are CommonJS and get their React from the setup file.
          server: { deps: { inline: ['react-redux'] } },
        },
      })),
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          sequence: { groupOrder: 1 },
          typecheck: {
            enabled: true,
            only: true,
            include: ['test/**/*.test-d.{ts,tsx}'],
            tsconfig: 'tsconfig.types.json',
            // By its path: other versions of the compiler are here too, and leave the name to chance.
            checker: at('./node_modules/typescript-newest/bin/tsc'),
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          environment: 'node',
          include: ['test/package/**/*.test.ts'],
          globalSetup: 'test/support/packageGlobalSetup.ts',
          // Compilers and bundlers are loaded once for all files.
          isolate: false,
          setupFiles: 'test/support/sharedProcess.ts',
          testTimeout: minutes(2),
          hookTimeout: minutes(2),
          sequence: { groupOrder: 2 },
        },
      },
      ...Object.entries(recorded.versions).map(([branch, version]) => ({
        extends: true as const,
        test: {
          name: `contracts-${branch}`,
          environment: 'node' as const,
          include: recordedContracts,
          provide: { recorded: branch, wordpress: recordedSite(version) },
          isolate: false,
          setupFiles: 'test/support/sharedProcess.ts',
          sequence: { groupOrder: 1 },
        },
      })),
      {
        extends: true,
        test: {
          name: 'replayed',
          environment: 'node',
          include: replayedStories,
          provide: { replayed: true, wordpress: recordedSite(replayed.version) },
          isolate: false,
          setupFiles: ['test/support/sharedProcess.ts', 'test/support/recordingSetup.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'wordpress',
          environment: 'node',
          include: ['test/liveWordpress/**/*.test.{ts,tsx}', 'test/contracts/**/*.test.{ts,tsx}'],
          // `npm run test:wordpress` asks a real site these, too, and records what it answers.
          exclude: process.env.CONTRACTS === 'live' ? [] : [...recordedContracts, ...replayedStories],
          globalSetup: 'test/support/wordpressGlobalSetup.ts',
          isolate: false,
          setupFiles: ['test/support/sharedProcess.ts', 'test/support/recordingSetup.ts'],
          testTimeout: minutes(1),
          hookTimeout: minutes(3),
          execArgv: [...brief],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        resolve: { dedupe: ['yjs', 'y-protocols', 'lib0'] },
        test: {
          name: 'servers',
          environment: 'node',
          include: ['test/servers/installed/*.test.ts'],
          // The one copy of Yjs that there may be.
          server: { deps: { inline: [/@hocuspocus\/provider/] } },
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        test: {
          name: 'durable',
          environment: 'node',
          include: ['test/durable/real/**/*.test.ts'],
          testTimeout: minutes(3),
          hookTimeout: minutes(3),
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        test: {
          name: 'docs',
          environment: 'node',
          include: ['test/docs/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
      ...[
        {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: [...together, ...onMock],
          execArgv: [...brief],
        },
        { name: 'together', include: together, exclude: onMock },
        { name: 'pages', include: pages, globalSetup: 'test/support/pagesGlobalSetup.ts' },
        // Not among the tests: `npm run bench:browser`.
        { name: 'measure', include: ['test/browser/**/*.measure.ts'] },
      ].map((files) => ({
        extends: true as const,
        resolve: { alias: built },
        test: {
          environment: 'node',
          server: { deps: { external: [/\/dist\/[\w/-]+\.js$/] } },
          globalSetup: 'test/support/browserGlobalSetup.ts',
          // A story that fails says what its pages showed.
          setupFiles: 'test/support/browserSetup.ts',
          // The driver of the browser is loaded once for all files.
          isolate: false,
          testTimeout: minutes(2),
          hookTimeout: minutes(3),
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          ...files,
        },
      })),
    ],
  },
})
