import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { SiteProblem } from './siteProblem'

/** Where a password may come from. */
export interface PasswordSources {
  environment: NodeJS.ProcessEnv
  input: NodeJS.ReadStream
  output: NodeJS.WritableStream
}

const variable = 'COPYDESK_PASSWORD'

/**
 * The password from the environment, where it is deleted so that no process started from here inherits it; else the
 * first line of what is piped in; else asked for on the terminal, which shows nothing of what is typed. The system shows
 * the environment that a process began with to its user's other processes until it ends, which nobody can undo: so
 * the other two are better.
 *
 * @throws SiteProblem where there is neither.
 */
export async function readPassword(
  username: string,
  { environment, input, output }: PasswordSources = {
    environment: process.env,
    input: process.stdin,
    output: process.stdout,
  },
): Promise<string> {
  const given = environment[variable]
  delete environment[variable]
  if (given?.trim()) return given.trim()
  if (!input.isTTY) {
    const piped = await readLine(input)
    if (piped.trim()) return piped.trim()
    throw new SiteProblem(
      `There is no terminal to ask on. Send the application password to the standard input, or put it into ${variable}.`,
    )
  }
  output.write(`Application password of ${username}: `)
  const typed = await readSilently(input)
  output.write('\n')
  if (!typed.trim()) throw new SiteProblem('No password was given.')
  return typed.trim()
}

async function readSilently(input: NodeJS.ReadStream): Promise<string> {
  const nowhere = new Writable({ write: (chunk, encoding, done) => done() })
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  // Ctrl-C and Ctrl-D close it.
  const closed = new Promise<never>((resolve, reject) =>
    lines.once('close', () => reject(new SiteProblem('No password was given.'))),
  )
  try {
    return await Promise.race([lines.question(''), closed])
  } finally {
    lines.close()
  }
}

async function readLine(input: NodeJS.ReadStream): Promise<string> {
  for await (const line of createInterface({ input })) return line
  return ''
}
