import Module from 'node:module'

/**
 * Setup of the project `react-18`: packages that are CommonJS require React by themselves, past Vite's aliases, so
 * Node is told here which React is meant.
 */
const loader = Module as unknown as {
  _resolveFilename: (request: string, ...rest: unknown[]) => string
}
const resolve = loader._resolveFilename.bind(Module)

loader._resolveFilename = (request, ...rest) =>
  resolve(request.replace(/^(react|react-dom)(?=$|\/)/, '$1-18'), ...rest)
