/** What core-data's own declarations leave open: code that was written for it takes such a value for what it is. */
export type AnyValue = ReturnType<typeof JSON.parse>
