import { afterEach, beforeEach, expect, vi } from 'vitest'

globalThis.SCRIPT_DEBUG = true
globalThis.IS_REACT_ACT_ENVIRONMENT = true
window.matchMedia ??= () => ({
  matches: false,
  addListener() {},
  removeListener() {},
  addEventListener() {},
  removeEventListener() {},
})
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const methods = { error: 'Errored', info: 'Informed', log: 'Logged', warn: 'Warned' }
const matchers = {}
for (const [method, word] of Object.entries(methods)) {
  matchers[`toHave${word}`] = (spied) => ({
    pass: spied[method].mock.calls.length > 0,
    message: () => `the console was told ${JSON.stringify(spied[method].mock.calls)}`,
  })
  matchers[`toHave${word}With`] = function (spied, ...expected) {
    return {
      pass: spied[method].mock.calls.some((call) => this.equals(call, expected)),
      message: () =>
        `the console was told ${JSON.stringify(spied[method].mock.calls)}, not ${JSON.stringify(expected)}`,
    }
  }
}
expect.extend(matchers)
beforeEach(() => {
  for (const method of Object.keys(methods)) vi.spyOn(console, method).mockImplementation(() => undefined)
})
afterEach(() => {
  for (const method of Object.keys(methods)) console[method].mockRestore?.()
})
