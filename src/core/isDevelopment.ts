/** A bundler writes the environment in here; a page without one has no `process`, and counts as production. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production'
  } catch {
    return false
  }
}
