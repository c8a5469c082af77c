import { EntityStoreError } from '../core/errors'
import { isDevelopment } from '../core/isDevelopment'
import type { EntityState } from '../store/rootReducer'
import { metadataSelectors, type Functions } from './metadata'
import { privateSelectors } from './privateSelectors'
import type { Resolver } from './resolver'
import type { BridgeSelector } from './bridgeSelector'
import { publicSelectors, shorthandSelectors } from './coreSelectors'

/** What the selectors of one store are bound to. */
export interface Binding {
  readonly getState: () => EntityState
  readonly resolver: Resolver
  /** An object that is another one after each edit, undo and redo. */
  readonly getReference: () => object
  readonly checkDeprecation: (name: string, args: readonly unknown[]) => void
}

/** The selectors of a store, as a registry lends them. */
export interface BoundSelectors {
  readonly selectors: Functions
  readonly resolveSelectors: Functions
  readonly suspendSelectors: Functions
}

type Bound = Record<string, (...args: unknown[]) => unknown>

/** Binds every selector to a store: those that read ask for what is not known, and none of them throws. */
export function bindSelectors(binding: Binding): BoundSelectors {
  const { getState, resolver, checkDeprecation } = binding
  const metadata = metadataSelectors(resolver)
  const selectors = { ...metadata } as Bound
  const resolveSelectors: Bound = {}
  const suspendSelectors: Bound = {}
  const reported = new Set<string>()
  for (const [name, { select, nothing }] of allSelectors(binding, metadata)) {
    const hasResolver = resolver.hasRead(name)
    const selector = (...args: unknown[]) => {
      try {
        checkDeprecation(name, args)
        if (hasResolver) resolver.touch(name, args)
        return select(getState(), ...(args as never[]))
      } catch (error) {
        // Arguments that make no sense are nobody's mistake to core-data.
        if (isDevelopment() && !(error instanceof EntityStoreError)) reportOnce(name, error)
        return nothing
      }
    }
    selectors[name] = Object.assign(selector, { hasResolver })
    resolveSelectors[name] = hasResolver ? resolving(name, selector) : async (...args) => selector(...args)
    suspendSelectors[name] = hasResolver ? suspending(name, selector) : selector
  }
  return { selectors, resolveSelectors, suspendSelectors }

  /** Says what a selector has thrown, once for each of them: it gives nothing then, as that of core-data. */
  function reportOnce(name: string, error: unknown): void {
    if (reported.has(name)) return
    reported.add(name)
    console.error(`The selector ${name} failed. It gives what it gives while nothing is known.`, error)
  }

  /** Gives what a selector gives once it is known. */
  function resolving(name: string, selector: (...args: unknown[]) => unknown) {
    return async (...args: unknown[]) => {
      const { status, error } = await resolver.wait(name, args)
      if (status === 'error') throw error
      return selector(...args)
    }
  }

  /** Throws a promise until it is known, as React wants it. */
  function suspending(name: string, selector: (...args: unknown[]) => unknown) {
    return (...args: unknown[]) => {
      const value = selector(...args)
      const { status, error } = resolver.stateOf(name, args) ?? {}
      if (status === 'finished') return value
      const thrown: unknown = status === 'error' ? error : resolver.wait(name, args)
      throw thrown
    }
  }
}

/** Every selector by name, those that differ by generation or tell of resolutions too. */
function* allSelectors(
  { getReference }: Binding,
  metadata: Functions,
): Generator<readonly [name: string, selector: BridgeSelector]> {
  const ask = (name: string, ...args: readonly unknown[]) => metadata[name]?.(...(args as never[]))
  yield* Object.entries(publicSelectors)
  yield* Object.entries(privateSelectors)
  yield* Object.entries(shorthandSelectors)
  yield ['getReferenceByDistinctEdits', { select: getReference, nothing: undefined }]
  yield [
    'isRequestingEmbedPreview',
    { select: (state, ...args) => ask('isResolving', 'getEmbedPreview', args), nothing: false },
  ]
  yield [
    'hasFetchedAutosaves',
    { select: (state, ...args) => ask('hasFinishedResolution', 'getAutosaves', args), nothing: false },
  ]
}
