import { readFile } from 'node:fs/promises'
import { roles } from '../../examples/wordpress/content'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'

/** What tests need to know of a WordPress that runs already. */
export type DescribedWordPress = Pick<RunningWordPress, 'url' | 'root' | 'plainRoot' | 'users' | 'version'>

/**
 * The site that a file describes, as `serve.mjs --describe` writes it: one that runs elsewhere, with the content of
 * `examples/wordpress/seed.php`, on which the suites expect to work.
 *
 * @throws TypeError for a file that is not there or does not describe a site.
 */
export async function readRunningWordPress(path: string): Promise<DescribedWordPress> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new TypeError(`There is no description of a WordPress at ${path}.`, { cause })
  })
  const site = JSON.parse(text) as Partial<DescribedWordPress>
  const missing = (['url', 'root', 'plainRoot', 'version', 'users'] as const).filter((name) => !site[name])
  const absent = roles.filter((role) => site.users && !site.users[role]?.applicationPassword)
  if (missing.length === 0 && absent.length === 0) return site as DescribedWordPress
  const lacks = [...missing, ...absent.map((role) => `users.${role}.applicationPassword`)].join(', ')
  throw new TypeError(
    `${path} describes no WordPress: it lacks ${lacks}. \`serve.mjs --describe\` writes one.`,
  )
}
