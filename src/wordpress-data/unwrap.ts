/** A function that a bundler may have made a module of. */
export function unwrap<Function>(imported: unknown): Function {
  return (
    typeof imported === 'function' ? imported : (imported as { readonly default: unknown }).default
  ) as Function
}
