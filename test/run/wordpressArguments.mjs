import { resolve } from 'node:path'

/**
 * The WordPress that the command line asks for, and what is left for Vitest.
 *
 * @param {readonly string[]} given
 * @returns {{ wordpress: string | undefined, rest: string[] }}
 * @throws TypeError where `--wordpress` names none
 */
export function readArguments(given) {
  const rest = []
  let wordpress
  for (let place = 0; place < given.length; place++) {
    const [flag, joined] = splitOnce(given[place])
    if (flag !== '--wordpress') {
      rest.push(given[place])
      continue
    }
    const value = joined ?? given[++place]
    if (!value || value.startsWith('--')) {
      throw new TypeError(
        '--wordpress names no WordPress: give the path or the address of a zip behind it, or a file that describes a running site.',
      )
    }
    // The site is booted in another folder.
    wordpress = /\.(zip|json)$/.test(value) && !/^https?:/.test(value) ? resolve(value) : value
  }
  return { wordpress, rest }
}

function splitOnce(argument) {
  const at = argument.indexOf('=')
  return at === -1 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)]
}
