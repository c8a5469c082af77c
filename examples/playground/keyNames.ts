/** Whether the person sits at a machine on which Cmd does what Ctrl does elsewhere. */
const isApple = /mac|iphone|ipad/i.test(navigator.platform)

const names: Record<string, string> = isApple
  ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' }
  : { Mod: 'Ctrl' }

/** What is printed on the keys of this machine; `Mod` is Ctrl, or Cmd on Apple's. */
export function keyNames(keys: readonly string[]): readonly string[] {
  return keys.map((key) => names[key] ?? key)
}

/** The same as one text, from `Mod+Shift+Z`: "Ctrl+Shift+Z", "⌘⇧Z". */
export function keyText(keys: string): string {
  return keyNames(keys.split('+')).join(isApple ? '' : '+')
}
