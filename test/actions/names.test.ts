import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as copydesk from 'copydesk'
import * as actions from 'copydesk/actions'
import { describe, expect, it } from 'vitest'

/** What was in `copydesk` before: `addresses` was named `stale` there. */
const names = Object.keys(actions).filter((name) => name !== 'addresses')
const main: Readonly<Record<string, unknown>> = copydesk

describe('What has moved to copydesk/actions', () => {
  it('is the same under its old name, so that nothing breaks before 0.4', () => {
    expect(names).toContain('acquireLock')
    expect(names).toContain('recordReceived')
    expect(main.stale).toBe(actions.addresses)
    expect(names.filter((name) => main[name] !== (actions as Record<string, unknown>)[name])).toEqual([])
  })

  it('says in the editor that it has moved, each name of it', () => {
    const source = readFileSync(join(import.meta.dirname, '../../src/actions/deprecated.ts'), 'utf8')
    const marked = source.matchAll(/^\/\*\* @deprecated [^\n]+ \*\/\nexport (?:const|type) (\w+)/gm)
    const exported = [...source.matchAll(/^export (?:const|type) (\w+)/gm)].map(([, name]) => name)
    expect([...marked].map(([, name]) => name)).toEqual(exported)
    expect(names.filter((name) => !exported.includes(name))).toEqual([])
  })
})
