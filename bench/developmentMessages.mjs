// A plugin of esbuild, for the build and for the weigher: messages of errors are for developers, so that a production build
// of an application has a code and a link in their place. Wherever a text is made for an error, and wherever
// `isDevelopment()` is asked, the literal comparison is written that bundlers fold, as redux, immer and React have it. In
// the sources nothing is to be seen of it.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

// Not the one that what is compared here has brought.
const ts = createRequire(new URL('../package.json', import.meta.url))('typescript')

/**
 * Without a bundler a page has no `process`, and counts as production; a development server writes the variable alone. Of
 * `typeof` bundlers know that it does nothing.
 */
const condition = `(typeof hasEnvironment === 'boolean' && process.env.NODE_ENV !== 'production')`
const asked = fileURLToPath(new URL('../src/core/hasEnvironment.ts', import.meta.url))

/**
 * Where the message stands in the arguments of each error's constructor, that of `RestError` as a property, and what is
 * said in its place: Copydesk's own errors know a link by their code.
 */
const errors = {
  EntityStoreError: { at: 1, otherwise: "''" },
  RestError: { at: 0, otherwise: "''" },
  // Their names say what they are.
  DOMException: { at: 0, otherwise: "''" },
  TypeError: { at: 0, otherwise: "''" },
}

export function developmentMessages() {
  return {
    name: 'development-messages',
    setup(bundle) {
      bundle.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
        if (path.includes(`${sep}node_modules${sep}`)) return undefined
        const source = await readFile(path, 'utf8')
        return { contents: inDevelopment(source, path), loader: path.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
}

/** A source whose messages are made in development only. */
export function inDevelopment(source, path) {
  if (!/new (EntityStoreError|RestError|DOMException|TypeError)\(|isDevelopment\(\)/.test(source))
    return source
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const insertions = []
  visit(file)
  if (insertions.length === 0) return source
  insertions.push({ at: source.length, code: `\nimport { hasEnvironment } from ${JSON.stringify(asked)}\n` })
  return insertions
    .sort((one, next) => next.at - one.at)
    .reduce((text, { at, until = at, code }) => text.slice(0, at) + code + text.slice(until), source)

  function visit(node) {
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'isDevelopment')
      insertions.push({ at: node.getStart(file), until: node.end, code: condition })
    const message = messageOf(node)
    if (message) {
      insertions.push({ at: message.end, code: ` : ${errors[node.expression.text].otherwise})` })
      insertions.push({ at: message.getStart(file), code: `(${condition} ? ` })
    }
    ts.forEachChild(node, visit)
  }
}

/** The part of an error's construction that is made for developers, undefined where there is none. */
function messageOf(node) {
  if (!ts.isNewExpression(node) || !Object.hasOwn(errors, node.expression.text)) return undefined
  const given = node.arguments?.[errors[node.expression.text].at]
  const message = given && ts.isObjectLiteralExpression(given) ? valueOf(given, 'message') : given
  return message && ownPart(message)
}

function valueOf(object, name) {
  return object.properties.find((one) => ts.isPropertyAssignment(one) && one.name.text === name)?.initializer
}

/** What the server says is for everybody, and stays: of `said || own`, and of `said + own`, it is the right side. */
function ownPart(expression) {
  if (ts.isBinaryExpression(expression) && !hasText(expression.left)) return ownPart(expression.right)
  return hasText(expression) ? expression : undefined
}

function hasText(node) {
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)
    ? true
    : (ts.forEachChild(node, hasText) ?? false)
}
