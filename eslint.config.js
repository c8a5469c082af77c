import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const restrictedClocks = ['Date', 'Math.random', 'performance', 'crypto'].map((name) => {
  const [object, property] = name.split('.')
  return {
    selector: property
      ? `MemberExpression[object.name='${object}'][property.name='${property}']`
      : `Identifier[name='${object}']`,
    message: 'A reducer knows neither time nor chance: let the action carry the value.',
  }
})

const noDefaultExports = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  { selector: "ExportSpecifier[exported.name='default']", message: 'Named exports only.' },
  { selector: 'TSExportAssignment', message: 'Named exports only.' },
]

export default defineConfig(
  globalIgnores(['dist', 'coverage', '.tmp', '**/dist', '**/node_modules']),
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,mjs,cjs,ts,tsx}'],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-constant-condition': ['error', { checkLoops: false }],
      'no-debugger': 'error',
      // What the other linter finds is hidden by no comment either.
      'no-warning-comments': ['error', { terms: ['oxlint-disable', 'eslint-disable'], location: 'anywhere' }],
      'no-self-compare': 'error',
      'no-unreachable': 'error',
      'no-unsafe-finally': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // What needs to know types, or how React renders, is found by oxlint in native code: see .oxlintrc.json.
    files: ['**/*.{ts,tsx}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { parser: tseslint.parser },
    rules: {
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-ignore': true, 'ts-nocheck': true, 'ts-expect-error': 'allow-with-description' },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'variable', modifiers: ['destructured'], format: null },
        {
          selector: ['variable', 'function', 'parameter', 'typeLike'],
          format: null,
          leadingUnderscore: 'forbid',
          filter: { regex: '^(_|_fields|_embed|_embedded|_links)$', match: false },
        },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-expressions': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, caughtErrors: 'all' }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-syntax': ['error', ...noDefaultExports],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/rest/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Only rest/ speaks HTTP: take the fetcher you are given.' },
      ],
    },
  },
  {
    files: ['src/**/reducer.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noDefaultExports, ...restrictedClocks] },
  },
  {
    // As core-data declares it, each record has a context, whether it differs by it or not: what others merge into a
    // declaration has to have the same parameters.
    files: ['src/wordpress-data/declarations/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, caughtErrors: 'all', varsIgnorePattern: '^C$' },
      ],
    },
  },
  {
    // Tests drive Chromium, PHP and foreign JSON: what comes back is untyped until it is asserted on.
    files: ['test/**/*.{ts,tsx}'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off' },
  },
)
