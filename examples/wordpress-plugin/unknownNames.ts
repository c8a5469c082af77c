/** What a store lends to its registry, as far as it has names. */
interface Lent {
  readonly getSelectors: () => object
  readonly getActions: () => object
}

/** A store as it is registered. */
interface Descriptor {
  readonly instantiate: (registry: never) => object
}

/**
 * The public selectors and actions of a store that another one does not have.
 * @param theirs - What comes to be registered. It is made once, in no registry, to see its names; nothing is asked of it.
 * @param ours - The store that is to stand for it.
 */
export function unknownNames(theirs: Descriptor, ours: Lent): readonly string[] {
  // No selector is called: a registry is looked at only then.
  const { getSelectors, getActions } = theirs.instantiate({} as never) as Lent
  return [...missing(getSelectors(), ours.getSelectors()), ...missing(getActions(), ours.getActions())]
}

const missing = (theirs: object, ours: object) => Object.keys(theirs).filter((name) => !(name in ours))
