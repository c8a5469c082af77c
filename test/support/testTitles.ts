import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** The titles of the tests in a file as they are written there, placeholders such as `%s` included. */
export function readTestTitles(file: string): string[] {
  return findTestTitles(readFileSync(file, 'utf8'))
}

/** The titles of tests in a source text: what `it` or `it.each(...)` is called with, comments and skipped tests apart. */
export function findTestTitles(source: string): string[] {
  return findTitles(source, 'it')
}

/** The titles of groups of tests in a source text: what `describe` or `describe.each(...)` is called with. */
export function findGroupTitles(source: string): string[] {
  return findTitles(source, 'describe')
}

function findTitles(source: string, word: string): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node) => {
    const [title] = ts.isCallExpression(node) && isCallOf(word, node.expression) ? node.arguments : []
    if (title && ts.isStringLiteralLike(title)) titles.push(title.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('test.tsx', source, ts.ScriptTarget.ES2022, false, ts.ScriptKind.TSX))
  return titles
}

/** `it`, or what `it.each` gives. */
function isCallOf(word: string, callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === word
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) return false
  const { expression, name } = callee.expression
  return ts.isIdentifier(expression) && expression.text === word && name.text === 'each'
}
