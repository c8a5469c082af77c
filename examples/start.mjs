// `npm start`: the playground on a WordPress of its own, or on yours; --help tells the options.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const help = `
  npm start                                           the playground on a WordPress of its own
  npm start -- --wp-admin                             WordPress's own post editor on Copydesk
  npm start -- --allow http://localhost:5173          and a page of yours may ask that WordPress
  npm start -- --site https://example.org --user ann  the playground on your site

  --open         open the page in the browser
  --port 8080    port of the page; 0 takes a free one, as --site does by itself
  --wp-admin     the address is that of the post editor of the WordPress of its own, signed in
  --wordpress Z  the WordPress of its own: the path or the address of a zip; 6.2 to 6.5, beta, nightly; default beta
  --today DATE   date what the WordPress of its own has up to that day, as 2026-11-22; default today
  --allow ORIGIN whose pages may ask the WordPress of its own; shows an application password for them
  --passwords    show the passwords of the users of the WordPress of its own
  --site URL     address of your WordPress, with its folder if it is in one
  --user NAME    the name you sign in with
  --insecure     send the password to a site without https, where everybody on the way can read it
  --dev          the page from its sources, which it follows as they change, with React's development build
  --help         this text

  The application password (Users → Profile on your site) is asked for, or piped in, or taken from
  COPYDESK_PASSWORD, which the system shows to your other programs while this one runs. It stays in this
  process: the page talks to a proxy on 127.0.0.1, which alone knows it, and which answers whom it has
  shown its address only. What you save is saved on your site.
`

const values = readOptions()
const say = process.send ? () => {} : console.log

if (values.help) {
  console.log(help)
} else if (values.site === undefined) {
  const page = await build()
  const booted = showProgress('Booting WordPress')
  const { serveSite } = await import('./wordpress/serveSite.mjs')
  const isForAdministrator = values['wp-admin']
  const plugins = isForAdministrator ? await blockEditor() : undefined
  const { wordpress, allow } = values
  const today = values.today === undefined ? new Date() : new Date(`${values.today}T12:00:00Z`)
  const { url, entrance, users } = await onPort(8080, (port) =>
    serveSite({ port, content: true, today, page, wordpress, plugins, isForAdministrator, origins: allow }),
  ).catch((error) => {
    if (wordpress === undefined) throw error
    return end(1, `WordPress ${wordpress} did not start: ${error.message}`)
  })
  booted()
  const text = isForAdministrator
    ? blockEditorText(url, entrance)
    : embeddedText(url, entrance, Object.values(users))
  say(allow ? text + allowedText(url, allow, users.editor) : text)
  await openWhereAsked(entrance)
} else {
  const { findOwnSite } = await import('./ownSite/findOwnSite.mjs')
  const options = { site: values.site, username: values.user, isInsecureAllowed: values.insecure }
  const site = await findOwnSite(options).catch((error) => {
    if (error?.name !== 'SiteProblem') throw error
    return end(1, error.message)
  })
  if (site.isInTheClear) console.warn('Without https, everybody on the way can read the password.')
  const page = await build()
  const { entrance } = await onPort(0, (port) => site.serve({ port, page }))
  say(`
  The editor:  ${entrance}

  Whoever has this address is you: keep it to yourself. You are ${site.user || values.user} on ${site.name}, ${new URL(site.root).origin}. What you save is saved there.
  Ctrl-C ends everything; the password is forgotten.
`)
  await openWhereAsked(entrance)
}

function readOptions() {
  const args = process.argv.slice(2)
  if (args.some((argument) => /^--?pass(?!words$)/i.test(argument))) {
    end(
      2,
      'The command line is no place for a password. Put it into COPYDESK_PASSWORD, or type it when asked.',
    )
  }
  const type = 'string'
  const flag = { type: 'boolean' }
  const flags = { insecure: flag, dev: flag, open: flag, passwords: flag, 'wp-admin': flag, help: flag }
  const options = {
    port: { type },
    site: { type },
    user: { type },
    wordpress: { type },
    today: { type },
    allow: { type, multiple: true },
    ...flags,
  }
  let given
  try {
    given = parseArgs({ args, options }).values
  } catch (error) {
    end(2, `${error.message.split('. ')[0]}. The options: npm start -- --help`)
  }
  const { port, site, user, insecure, today, allow } = given
  if (today !== undefined && !(/^\d{4}-\d\d-\d\d$/.test(today) && Date.parse(today))) {
    end(2, `--today ${today} is no date. Give it as 2026-11-22.`)
  }
  if (site !== undefined && today !== undefined) {
    end(2, '--today goes without --site: your own site has what it has.')
  }
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) <= 65535)) {
    end(2, `--port ${port} is no port. Give a number from 0 (any free one) to 65535.`)
  }
  if (site !== undefined && allow !== undefined) {
    end(2, '--allow goes without --site: your own site answers other pages as WordPress does.')
  }
  for (const origin of allow ?? []) {
    if (!isOrigin(origin)) {
      end(
        2,
        `--allow ${origin} is no origin. Give that of your page, such as http://localhost:5173, without a path.`,
      )
    }
  }
  if (site !== undefined && given['wp-admin']) {
    end(2, '--wp-admin goes without --site: your own site takes the plugin in examples/wordpress-plugin.')
  }
  if (site !== undefined && given.wordpress !== undefined) {
    end(2, '--wordpress goes without --site: it is the WordPress of its own.')
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

function isOrigin(text) {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
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
function onPort(usual, serve) {
  const port = Number(values.port ?? (process.send ? 0 : usual))
  return serve(port).catch((error) => {
    if (error?.code !== 'EADDRINUSE') throw error
    if (values.port === undefined) return serve(0)
    return end(1, `Port ${port} is in use. Give another one: npm start -- --port ${port + 1}`)
  })
}

/** The plugin that puts Copydesk under the block editor. */
async function blockEditor() {
  const { pluginFiles } = await import('./wordpress-plugin/build.mjs')
  return { copydesk: await pluginFiles() }
}

function blockEditorText(url, entrance) {
  return `
  The post editor of WordPress, on Copydesk:  ${entrance}

  Whoever has this address is the administrator of this site: keep it to yourself.
  With ?copydesk=off a page of wp-admin runs on WordPress's own store. In the same browser the playground is at ${url}/
  Ctrl-C ends everything; nothing is kept.
`
}

function embeddedText(url, entrance, users) {
  const width = (key) => Math.max(...users.map((user) => user[key].length))
  const lines = users.map(({ username, name, password, applicationPassword }) => {
    const who = `    ${username.padEnd(width('username'))}  ${name.padEnd(width('name'))}`
    return values.passwords
      ? `${who}  ${password}  application password ${applicationPassword}`
      : who.trimEnd()
  })
  return `
  The editor:  ${entrance}

  Choose there who to be; the page signs you in. Whoever has this address can be anybody: keep it to yourself. --passwords shows their passwords, new with each start.
${lines.join('\n')}

  WordPress itself: ${url}/wp-admin/   Ctrl-C ends everything; nothing is kept.
`
}

/** The password stands in the terminal that started it, and nowhere that another program could ask for it. */
function allowedText(url, origins, { username, applicationPassword }) {
  return `
  A page at ${origins.join(' or ')} may ask this WordPress, as its ${username}. For the .env.local of that page:

VITE_WORDPRESS_ROOT=${url}/wp-json/
VITE_WORDPRESS_USER=${username}
VITE_WORDPRESS_PASSWORD=${applicationPassword}

  The password is another one with each start.
`
}

/** Says what is going on and, on a terminal, for how long; gives what ends it. */
function showProgress(text) {
  if (process.send || !process.stdout.isTTY) {
    say(`${text} …`)
    return () => {}
  }
  const startedAt = Date.now()
  const show = (end) =>
    process.stdout.write(`\r${text} … ${Math.round((Date.now() - startedAt) / 1000)} s${end}`)
  show('')
  const timer = setInterval(() => show(''), 1000)
  return () => {
    clearInterval(timer)
    show('\n')
  }
}

async function openWhereAsked(address) {
  if (!values.open) return
  const { openInBrowser } = await import('./openInBrowser.mjs')
  await openInBrowser(address).catch((error) => say(`The browser could not be opened: ${error.message}`))
}

function end(code, text) {
  console.error(text)
  process.exit(code)
}
