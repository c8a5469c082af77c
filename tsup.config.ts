import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Options } from 'tsup'
import ts from 'typescript'

const entry = {
  index: 'src/index.ts',
  react: 'src/react/index.ts',
  actions: 'src/actions/index.ts',
  testing: 'src/testing/index.ts',
  sync: 'src/sync/index.ts',
  'wordpress-data': 'src/wordpress-data/index.ts',
  'wordpress-data/store': 'src/wordpress-data/store.ts',
  'wordpress-data/register': 'src/wordpress-data/register.ts',
  durable: 'src/durable/index.ts',
  'durable/react': 'src/durable/react/index.ts',
  devtools: 'src/devtools/index.ts',
}

/**
 * Files of their own that no application names: an entry passes on what they have, and a bundler that finds it unused
 * leaves the whole file out, with what it would load later.
 */
const apart = { 'devtools-panel': 'src/devtools/CopydeskDevtoolsPanel.tsx' }

export default defineConfig(() => {
  declare()
  return {
    entry: { ...entry, ...apart },
    format: ['esm', 'cjs'],
    dts: {
      entry: Object.fromEntries(Object.entries(entry).map(([name, path]) => [name, declarationOf(path)])),
    },
    splitting: true,
    clean: true,
    target: 'es2022',
    // Makes one import of several from the same package: bundlers keep those of React that no code needs.
    treeshake: true,
    // Numbers and texts that are named once stand where they are used; names and lines stay readable.
    esbuildOptions: (options) => {
      options.minifySyntax = true
    },
    external: ['react', 'react-dom'],
    esbuildPlugins: [developmentMessages()],
    plugins: [clientOnly(), requireOnly()],
  }
})

/** Entries whose components and hooks run in a browser, or on a server that renders for one. */
const clientEntries = /^(react|devtools|wordpress-data|durable[/\\]react)\.c?js$/

/**
 * Marks entries as a client's, so that a server component may import them and gets references instead of an error. In
 * the written file, as shaking the tree drops directives.
 */
function clientOnly() {
  return {
    name: 'client-only',
    buildEnd({ writtenFiles }: { writtenFiles: readonly { readonly name: string }[] }) {
      for (const { name } of writtenFiles) {
        if (!clientEntries.test(relative('dist', name))) continue
        writeFileSync(name, `'use client';${readFileSync(name, 'utf8')}`)
      }
    },
  }
}

/**
 * Lets CommonJS load by `require` what is loaded when it is needed: environments that run CommonJS in contexts of their
 * own, such as Jest with its defaults, know no `import()`.
 */
function requireOnly() {
  return {
    name: 'require-only',
    buildEnd({ writtenFiles }: { writtenFiles: readonly { readonly name: string }[] }) {
      for (const { name } of writtenFiles) {
        if (!name.endsWith('.cjs')) continue
        const code = readFileSync(name, 'utf8')
        const required = code
          // Where it is awaited it stays in its try, by which bundlers know what may be absent.
          .replace(/\bawait import\((['"][^'"]+['"])\)/g, 'await require($1)')
          .replace(/\bimport\((['"][^'"]+['"])\)/g, 'Promise.resolve().then(() => require($1))')
        if (required !== code) writeFileSync(name, required)
      }
    },
  }
}

/**
 * Writes the declarations of every source, which are then bundled: the native compiler takes a second for what took the
 * bundler's ten. Nothing is checked on the way, as `npm run check:types` does that.
 */
function declare() {
  const compiler = fileURLToPath(new URL('node_modules/typescript-newest/bin/tsc', import.meta.url))
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.declarations.json'], { stdio: 'inherit' })
}

function declarationOf(source: string): string {
  return source.replace(/^src\/(.*)\.ts$/, '.tmp/declarations/$1.d.ts')
}

/** Without a bundler a page has no `process`, and counts as production. */
const inDevelopment = `(typeof process === 'object' && process.env.NODE_ENV !== 'production')`

/**
 * Where the message stands in the arguments of each error's constructor, that of `RestError` as a property, and what is
 * said in its place: Copydesk's own errors know a link by their code.
 */
const errors: Readonly<Record<string, { readonly at: number; readonly otherwise: string } | undefined>> = {
  EntityStoreError: { at: 1, otherwise: "''" },
  RestError: { at: 0, otherwise: "''" },
  // Its name says what it is.
  DOMException: { at: 0, otherwise: "''" },
  TypeError: { at: 0, otherwise: "'see docs/reference/errors.md#typeerror of copydesk'" },
}

/**
 * Messages of errors are for developers: a production build of an application has a code and a link in their place.
 * Wherever a text is made for an error, and wherever `isDevelopment()` is asked, the literal comparison is written that
 * bundlers fold, as redux, immer and React have it. In the sources nothing is to be seen of it.
 */
function developmentMessages(): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'development-messages',
    setup(bundle) {
      bundle.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
        if (path.includes(`${sep}node_modules${sep}`)) return undefined
        const source = await readFile(path, 'utf8')
        return { contents: withFoldedMessages(source, path), loader: path.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
}

function withFoldedMessages(source: string, path: string): string {
  if (!/new (EntityStoreError|RestError|DOMException|TypeError)\(|isDevelopment\(\)/.test(source))
    return source
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const insertions: { readonly at: number; readonly until?: number; readonly code: string }[] = []
  visit(file)
  return insertions
    .sort((one, next) => next.at - one.at)
    .reduce((text, { at, until = at, code }) => text.slice(0, at) + code + text.slice(until), source)

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'isDevelopment')
      insertions.push({ at: node.getStart(file), until: node.end, code: inDevelopment })
    const found = messageIn(node)
    if (found) {
      insertions.push({ at: found.message.end, code: ` : ${found.otherwise})` })
      insertions.push({ at: found.message.getStart(file), code: `(${inDevelopment} ? ` })
    }
    ts.forEachChild(node, visit)
  }
}

/** The part of an error's construction that is made for developers, and what stands in its place; undefined where there is none. */
function messageIn(
  node: ts.Node,
): { readonly message: ts.Expression; readonly otherwise: string } | undefined {
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression)) return undefined
  const error = errors[node.expression.text]
  const given = error && node.arguments?.[error.at]
  const said = given && ts.isObjectLiteralExpression(given) ? messageOf(given) : given
  const message = said && ownPart(said)
  return error && message && { message, otherwise: error.otherwise }
}

function messageOf(given: ts.ObjectLiteralExpression): ts.Expression | undefined {
  return given.properties
    .filter(ts.isPropertyAssignment)
    .find(({ name }) => ts.isIdentifier(name) && name.text === 'message')?.initializer
}

/** What the server says is for everybody, and stays: of `said || own` it is the right side. */
function ownPart(expression: ts.Expression): ts.Expression | undefined {
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.BarBarToken)
    return ownPart(expression.right)
  return hasText(expression) ? expression : undefined
}

function hasText(node: ts.Node): boolean {
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)
    ? true
    : (ts.forEachChild(node, hasText) ?? false)
}
