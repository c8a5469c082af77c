/** One line of a stack: a function, and where it was called. */
export interface Frame {
  /** Without the object it was called on; empty for one without a name. */
  readonly name: string
  /** The address of its file, with line and column. */
  readonly address: string
}

// `at name (address)` and `at address` in Chromium and Node; `name@address` in Firefox and Safari.
const chromium = /^\s*at (?:async )?(?:new )?(?:(\S+)(?: \[.*\])? \()?(.+?)\)?$/
const others = /^([^@\s]*)@(.+)$/

/** The functions on a stack, innermost first. */
export function framesOf({ stack = '' }: Pick<Error, 'stack'>): readonly Frame[] {
  return stack.split('\n').flatMap((line) => {
    const [, name = '', address] = chromium.exec(line) ?? others.exec(line) ?? []
    return address === undefined ? [] : [{ name: name.replace(/^Object\./, ''), address }]
  })
}

/** The address of a frame without line and column. */
export function fileOf({ address }: Frame): string {
  return address.replace(/(?::\d+)+$/, '')
}
