import { show } from '../../core/errors'
import { isDevelopment } from '../../core/isDevelopment'
import { reportErrors } from '../../core/reportErrors'
import type { ListMismatch, ListOptions } from './listOptions'

/** Says that a read has shown another list than a patch had made of it. */
export function reportMismatch(mismatch: ListMismatch, onMismatch: ListOptions['onMismatch']): void {
  if (!onMismatch) {
    if (isDevelopment()) console.warn(messageOf(mismatch))
    return
  }
  try {
    onMismatch(mismatch)
  } catch (error) {
    reportErrors([error])
  }
}

function messageOf({ kind, name, query, expected, got }: ListMismatch): string {
  return `The list ${show(query)} of (${kind}, ${name}) was expected to be ${show(expected)}, and the server answered ${show(got)}. It is asked for again after every write from now on. A plugin of the site may filter lists: give its rules in lists.rules, or pass lists: false.`
}
