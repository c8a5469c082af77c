import type { Resolver } from './resolver'
import { finished, resolving, type ResolutionState } from './resolutions'

/** A selector or an action, by its name. */
export type Functions = { readonly [name: string]: (...args: never[]) => unknown }

const noArguments: readonly unknown[] = []

function listed(args: unknown): readonly unknown[] {
  return Array.isArray(args) ? (args as readonly unknown[]) : noArguments
}

/** The selectors that tell how what other selectors asked for stands. */
export function metadataSelectors(resolver: Resolver): Functions {
  const { table } = resolver
  const stateOf = (selector: string, args?: unknown): ResolutionState | undefined => {
    try {
      return resolver.stateOf(String(selector), listed(args))
    } catch {
      return undefined
    }
  }
  const has = (selector: string, args: unknown, ...statuses: ResolutionState['status'][]) => {
    const state = stateOf(selector, args)
    return state !== undefined && statuses.includes(state.status)
  }
  return {
    getResolutionState: stateOf,
    getIsResolving: (selector: string, args?: unknown) => {
      const state = stateOf(selector, args)
      return state && state.status === 'resolving'
    },
    hasStartedResolution: (selector: string, args?: unknown) => stateOf(selector, args) !== undefined,
    // What failed is over, too.
    hasFinishedResolution: (selector: string, args?: unknown) => has(selector, args, 'finished', 'error'),
    hasResolutionFailed: (selector: string, args?: unknown) => has(selector, args, 'error'),
    getResolutionError: (selector: string, args?: unknown) => stateOf(selector, args)?.error ?? null,
    isResolving: (selector: string, args?: unknown) => has(selector, args, 'resolving'),
    getCachedResolvers: () => table.cached(),
    hasResolvingSelectors: () => table.hasResolving(),
    countSelectorsByStatus: () => table.countByStatus(),
  }
}

/** The actions that say how it stands: for any name, those of no selector too. */
export function metadataActions(resolver: Resolver): Functions {
  const put = (state: ResolutionState) => (selector: string, args?: unknown) =>
    resolver.put(String(selector), listed(args), state)
  const fail = (selector: string, args?: unknown, error?: unknown) =>
    resolver.put(String(selector), listed(args), { status: 'error', error })
  const each = (selector: string, all: unknown, act: (selector: string, args: unknown) => void) =>
    listed(all).forEach((args) => act(selector, args))
  return {
    startResolution: put(resolving),
    finishResolution: put(finished),
    failResolution: fail,
    startResolutions: (selector: string, all?: unknown) => each(selector, all, put(resolving)),
    finishResolutions: (selector: string, all?: unknown) => each(selector, all, put(finished)),
    failResolutions: (selector: string, all?: unknown, errors?: unknown) =>
      listed(all).forEach((args, at) => fail(selector, args, listed(errors)[at])),
    invalidateResolution: (selector: string, args?: unknown) =>
      resolver.invalidate(String(selector), listed(args)),
    invalidateResolutionForStore: () => resolver.invalidateAll(),
    invalidateResolutionForStoreSelector: (selector: string) => resolver.invalidateSelector(String(selector)),
  }
}
