/** The rules of one log. Each can be taken out, to see the history that it prevents. */
export const ruleNames = {
  lock: 'one request of a device for a record at a time',
  mark: 'what is about to leave is marked on the disk before it leaves',
  look: 'every write looks first, a second one too, and sends what is left',
  order: 'an answer that is older than what is known is not taken for the base',
  rebase: 'what is open is based anew where what stands below it has changed',
  settle:
    'what was answered stays in the log while an older request may still land, and is looked at once more',
  front: 'a log is forgotten from its front',
  chain: 'the changes of a path are a chain, judged as a whole',
  own: 'of one person in two tabs the later save decides a plain value',
  wait: 'a create in doubt waits until its request can no longer land',
  marker: 'a create is found by a marker of its own, never by what it says',
  path: 'a path in conflict is held alone, the rest of its mutation goes on',
  made: 'after an answer the next change of the path is based on what the server made of it',
  owner: 'after a renewed nonce nothing leaves before it is known whose it is',
  has: 'a list that was asked for after the answer to a write has it',
  gets: 'a list that was read before a write left gets it',
  overlap: 'a list that was under way with a write is asked for again',
} as const
export type Rule = keyof typeof ruleNames
export type Rules = { readonly [R in Rule]: boolean }

/** All rules but those that are named. */
export function rulesWithout(...gone: readonly Rule[]): Rules {
  const names = Object.keys(ruleNames) as Rule[]
  return Object.fromEntries(names.map((name) => [name, !gone.includes(name)])) as Rules
}
