import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readPassword } from '../../../examples/ownSite/readPassword'

describe('readPassword', () => {
  it('takes the password from the environment, and out of it', async () => {
    const environment = { COPYDESK_PASSWORD: ' abcd efgh ' }
    expect(await readPassword('ann', { environment, ...terminal() })).toBe('abcd efgh')
    expect(environment).toEqual({})
  })

  it('asks on the terminal, which shows nothing of it', async () => {
    const { input, output, shown } = terminal()
    const reading = readPassword('ann', { environment: {}, input, output })
    input.write('swordfish\r')
    expect(await reading).toBe('swordfish')
    expect(shown()).toBe('Application password of ann: \n')
  })

  it.each([
    ['an empty line', '\r'],
    ['Ctrl-C', 'sword\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('takes %s for no password', async (title, typed) => {
    const { input, output } = terminal()
    const reading = readPassword('ann', { environment: {}, input, output })
    input.write(typed)
    await expect(reading, title).rejects.toThrow('No password was given.')
  })

  it('takes the first line of what is piped in, which no other program can look up', async () => {
    const { input, output } = terminal()
    input.isTTY = false
    input.end('abcd efgh\nmore\n')
    expect(await readPassword('ann', { environment: {}, input, output })).toBe('abcd efgh')
  })

  it('names the variable where there is no terminal to ask on', async () => {
    const { input, output } = terminal()
    input.isTTY = false
    input.end()
    await expect(readPassword('ann', { environment: {}, input, output })).rejects.toThrow('COPYDESK_PASSWORD')
  })
})

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream &
    PassThrough
  const output = new PassThrough()
  return { input, output, shown: () => String(output.read() ?? '') }
}
