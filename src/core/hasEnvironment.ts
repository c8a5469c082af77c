/**
 * True where somebody says which environment this is: Node, or a bundler that writes it where it is asked for. Asked by
 * itself, as development servers write `process.env.NODE_ENV` and have no `process`.
 */
export const hasEnvironment: true | undefined = /* @__PURE__ */ (() => {
  try {
    return process.env.NODE_ENV === '' ? undefined : true
  } catch {
    return undefined
  }
})()
