// `npm start`: the playground on a WordPress of its own, or on yours; --help tells the options.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const help = `
  npm start                                           the playground on a WordPress of its own
  npm start -- --site https://example.org --user ann  the playground on your site

  --port 8080    port of the page; 0 takes a free one
  --site URL     address of your WordPress, with its folder if it is in one
  --user NAME    the name you sign in with
  --insecure     send the password to a site without https, where everybody on the way can read it
  --dev          the page from its sources, which it follows as they change, with React's development build
  --help         this text

  The application password (Users → Profile on your site) is taken from COPYDESK_PASSWORD, else asked for. It
  stays in this process: the page talks to a proxy on 127.0.0.1, which alone knows it. What you save is saved
  on your site.
`

const values = readOptions()
const say = process.send ? () => {} : console.log

if (values.help) {
  console.log(help)
} else if (values.site === undefined) {
  const page = await build()
  say('Booting WordPress …')
  const { serveSite } = await import('./wordpress/serveSite.mjs')
  const { url, users } = await onPort((port) => serveSite({ port, content: true, page }))
  say(embeddedText(url, Object.values(users)))
} else {
  const { findOwnSite } = await import('./ownSite/findOwnSite.mjs')
  const options = { site: values.site, username: values.user, isInsecureAllowed: values.insecure }
  const site = await findOwnSite(options).catch((error) => {
    if (error?.name !== 'SiteProblem') throw error
    return end(1, error.message)
  })
  if (site.isInTheClear) console.warn('Without https, everybody on the way can read the password.')
  const page = await build()
  const { url } = await onPort((port) => site.serve({ port, page }))
  say(`
  The editor:  ${url}/

  You are ${site.user || values.user} on ${site.name}, ${new URL(site.root).origin}. What you save is saved there.
  Ctrl-C ends everything; the password is forgotten.
`)
}

function readOptions() {
  const args = process.argv.slice(2)
  if (args.some((argument) => /^--?pass/i.test(argument))) {
    end(
      2,
      'The command line is no place for a password. Put it into COPYDESK_PASSWORD, or type it when asked.',
    )
  }
  const type = 'string'
  const flag = { type: 'boolean' }
  const options = { port: { type }, site: { type }, user: { type }, insecure: flag, dev: flag, help: flag }
  let given
  try {
    given = parseArgs({ args, options }).values
  } catch (error) {
    end(2, `${error.message.split('. ')[0]}. The options: npm start -- --help`)
  }
  const { port, site, user, insecure } = given
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65535)) {
    end(2, `--port ${port} is no port. Give a number from 0 (any free one) to 65535.`)
  }
  if (site === undefined && (user !== undefined || insecure)) {
    end(
      2,
      `${user === undefined ? '--insecure' : '--user'} goes with --site. The options: npm start -- --help`,
    )
  }
  if (site !== undefined && !user?.trim()) {
    end(2, '--site needs --user, the name you sign in with there.')
  }
  return given
}

/** Builds what is out of date; gives the folder of the page. */
async function build() {
  // Vite comes with it, which takes longer than to say that an option is wrong.
  const { buildPageWhereStale, buildWhereStale } = await import('./build.mjs')
  try {
    buildWhereStale(() => say('Building the package …'))
  } catch {
    end(1, 'The package could not be built; tsup says why above.')
  }
  if (values.dev) return { folder: fileURLToPath(new URL('playground', import.meta.url)), isBuilt: false }
  // Tests name one that complains.
  if (process.env.BUILT_PAGE) return { folder: process.env.BUILT_PAGE, isBuilt: true }
  const folder = await buildPageWhereStale({ onBuild: () => say('Building the page …') }).catch((error) =>
    end(1, `The page could not be built: ${error.message}`),
  )
  return { folder, isBuilt: true }
}

/** On the port that was told, else on the usual one or, where that is in use, on a free one. */
function onPort(serve) {
  const usual = process.send ? 0 : 8080
  const port = Number(values.port ?? usual)
  return serve(port).catch((error) => {
    if (error?.code !== 'EADDRINUSE') throw error
    if (values.port === undefined) return serve(0)
    return end(1, `Port ${port} is in use. Give another one: npm start -- --port ${port + 1}`)
  })
}

function embeddedText(url, users) {
  const width = Math.max(...users.map(({ username }) => username.length))
  const lines = users.map(
    ({ username, password, applicationPassword }) =>
      `    ${username.padEnd(width)}  ${password.padEnd(width + 9)}  application password ${applicationPassword}`,
  )
  return `
  The editor:  ${url}/

  Sign in as any of these; the page knows the passwords.
${lines.join('\n')}

  WordPress itself: ${url}/wp-admin/   Ctrl-C ends everything; nothing is kept.
`
}

function end(code, text) {
  console.error(text)
  process.exit(code)
}
