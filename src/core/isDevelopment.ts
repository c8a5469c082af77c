import { hasEnvironment } from './hasEnvironment'

/**
 * Whether this is development; a page without a bundler has no `process`, and counts as production. In what is built the
 * comparison stands where this is called (`bench/developmentMessages.mjs`): bundlers fold it there, not across modules.
 */
export function isDevelopment(): boolean {
  return hasEnvironment === true && process.env.NODE_ENV !== 'production'
}
