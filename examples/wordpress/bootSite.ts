import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { getPHPLoaderModule } from '@php-wasm/node-8-3'
import { loadPHPRuntime, type PHP } from '@php-wasm/universal'
import { bootWordPressAndRequestHandler } from '@wp-playground/wordpress'
import { planContent, type ContentAmount, type ContentPlan, type Role } from './content'
import { filledSitePlace, keepFilledSite, layOut, readFilledSite } from './filledSite'
import { newPassword } from './newPassword'
import { findSqlitePlugin, findWordPress, readVersion } from './wordpressBuild'

export interface SiteUser {
  id: number
  username: string
  /** Shown to others. */
  name: string
  /** For `/wp-login.php`. */
  password: string
  /** For Basic authentication, with the username. */
  applicationPassword: string
}

export interface Site {
  php: PHP
  /** What WordPress says of itself, `6.6-RC3` for example. */
  version: string
  /** The folder of scripts, styles and pictures that were taken out of its zip, where they were. */
  assets?: string | undefined
  users: Record<Role, SiteUser>
}

export interface BootOptions {
  passwords?: Partial<Record<Role, string>> | undefined
  wordpress?: string | undefined
  /** Plugins that are active: by the name of their folder, their files; `{name}.php` is what WordPress loads. */
  plugins?: PluginFiles | undefined
  /** Whoever asks for `?enter=` this comes in as the administrator; see enter.php. Default: nobody. */
  entrance?: string | undefined
  /** What is written is dated up to the day before; default that of `planContent`. */
  today?: Date | undefined
}

/** The texts of files by their name, by the folder that they are in. */
export interface PluginFiles {
  readonly [folder: string]: { readonly [file: string]: string }
}

/**
 * A real WordPress in this process, installed and filled. Its files and its database live in memory; what it began with is
 * kept in `.tmp/sites`, but for passwords, for the next one.
 *
 * @param siteUrl - origin it will be reached under; WordPress builds its links and cookies from it
 * @param options.passwords - those that are not given are random: a page that knows one could sign in from elsewhere
 * @param options.wordpress - which one, for `findWordPress`; by default 6.6-RC3
 */
export async function bootSite(
  siteUrl: string,
  content: ContentAmount,
  { passwords = {}, wordpress, plugins = {}, entrance, today }: BootOptions = {},
): Promise<Site> {
  const [{ zip, assets }, sqliteIntegrationPluginZip, sitePlugin, collabPlugin, enterPlugin] =
    await Promise.all([
      findWordPress(wordpress),
      findSqlitePlugin(),
      readBeside('site.php'),
      readBeside('collab.php'),
      readBeside('enter.php'),
    ])
  const plan = planContent(content, today)
  const place = filledSitePlace(siteUrl, [
    ...(await Promise.all([zip, sqliteIntegrationPluginZip].map(bytesOf))),
    ...[sitePlugin, collabPlugin, enterPlugin, JSON.stringify(plan)],
    ...(await Promise.all(
      ['seed.php', 'bootSite.ts', 'filledSite.ts', '../../package-lock.json'].map(readBeside),
    )),
  ])
  const filled = place && (await readFilledSite(place))
  const handler = await bootWordPressAndRequestHandler({
    createPhpRuntime,
    siteUrl,
    phpVersion: '8.3',
    // OPcache serves only servers it knows by name. With it a request takes a sixth of the time.
    sapiName: 'fpm-fcgi',
    cookieStore: false,
    ...(filled
      ? {
          hooks: { beforeWordPressFiles: (php) => layOut(filled, php, siteUrl) },
          wordpressInstallMode: 'do-not-attempt-installing',
        }
      : { wordPressZip: zip }),
    sqliteIntegrationPluginZip,
    constants: {
      WP_ENVIRONMENT_TYPE: 'local',
      WP_HTTP_BLOCK_EXTERNAL: true,
      // A script in a post must not become one on the disk.
      DISALLOW_FILE_EDIT: true,
      DISABLE_WP_CRON: true,
      AUTOMATIC_UPDATER_DISABLED: true,
      // load-scripts.php would look for the scripts in the zip, where they are not.
      CONCATENATE_SCRIPTS: false,
      WP_DEBUG: false,
      // Nobody wants to wait for a colleague in a playground; a site that is served for real asks less often.
      COPYDESK_SIGNALING_RETRY: 1000,
      COPYDESK_ENTRANCE: entrance ?? '',
    },
    phpIniEntries: {
      display_errors: '0',
      html_errors: '0',
      allow_url_fopen: '0',
      disable_functions: outgoing.join(','),
      // As on a common host; what is too big is refused, as there.
      upload_max_filesize: '8M',
      post_max_size: '32M',
      // Compiled scripts stay in memory. The files that are written of them as well are for the next site of its kind.
      'opcache.file_cache_only': '0',
      'opcache.file_cache_consistency_checks': '0',
      // Nothing but WordPress itself writes scripts, and it says which. Looking for others took a seventh of a request.
      'opcache.validate_timestamps': '0',
    },
    createFiles: {
      '/internal/shared/mu-plugins/site.php': sitePlugin,
      '/internal/shared/mu-plugins/collab.php': collabPlugin,
      '/internal/shared/mu-plugins/enter.php': enterPlugin,
    },
  })
  const php = await handler.getPrimaryPhp()
  exchangeRuntime(php, requestsPerRuntime)
  const version = readVersion(php.readFileAsText('/wordpress/wp-includes/version.php'))
  const users = await seed(php, plan, passwords)
  if (place && !filled) await keepFilledSite(place, php, siteUrl)
  installPlugins(php, plugins)
  return { php, version, assets, users }
}

/** Active without a word in the database, which tests put back to what it was. */
function installPlugins(php: PHP, plugins: PluginFiles): void {
  for (const [folder, files] of Object.entries(plugins)) {
    const path = `/wordpress/wp-content/plugins/${folder}`
    for (const [file, text] of Object.entries(files)) {
      php.mkdir(posix.dirname(`${path}/${file}`))
      php.writeFile(`${path}/${file}`, text)
    }
    php.writeFile(
      `/internal/shared/mu-plugins/load-${folder}.php`,
      `<?php require_once WP_PLUGIN_DIR . '/${folder}/${folder}.php';`,
    )
  }
}

// Ways out that allow_url_fopen does not close.
const outgoing = [
  'curl_exec',
  'curl_multi_exec',
  'fsockopen',
  'pfsockopen',
  'stream_socket_client',
  'stream_socket_server',
  'mysqli_connect',
  'mysqli_real_connect',
]

/**
 * Each leaves two files open, of which a runtime can have 4,096. The first requests of a runtime take longer, as none
 * of it is compiled to machine code.
 */
export const requestsPerRuntime = 1000

/** Lets PHP go on in a new runtime after so many requests, with the same files. */
export function exchangeRuntime(php: PHP, afterRequests: number): void {
  php.enableRuntimeRotation({ recreateRuntime: createPhpRuntime, maxRequests: afterRequests })
}

/** Every socket of PHP is made of one: classes such as `mysqli` and `SoapClient` open them, too. This one never opens. */
class ClosedSocket extends EventEmitter {
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3
  readonly readyState = this.CLOSED

  constructor() {
    super()
    // Whoever asked listens only once it has this.
    process.nextTick(() => this.emit('close'))
  }

  send(): void {}
  close(): void {}
}

async function createPhpRuntime(): Promise<number> {
  return loadPHPRuntime(await getPHPLoaderModule(), {
    websocket: { decorator: () => ClosedSocket, serverDecorator: () => ClosedSocket },
    quit: (...[, error]: [code: number, error: unknown]) => {
      throw error
    },
  })
}

async function seed(
  php: PHP,
  plan: ContentPlan,
  passwords: Partial<Record<Role, string>>,
): Promise<Site['users']> {
  const users = plan.users.map((user) => ({ ...user, password: passwords[user.role] ?? newPassword() }))
  php.writeFile('/tmp/content.json', JSON.stringify({ ...plan, users }))
  let seeded: Record<Role, { id: number; applicationPassword: string }>
  try {
    const { text } = await php.run({ code: await readBeside('seed.php') })
    seeded = JSON.parse(text)
  } catch (cause) {
    const log = '/wordpress/wp-content/debug.log'
    const said = php.fileExists(log) ? php.readFileAsText(log) : 'nothing'
    throw new Error(`The site could not be filled. PHP said: ${said}`, { cause })
  }
  return Object.fromEntries(
    users.map(({ role, username, name, password }) => [role, { username, name, password, ...seeded[role] }]),
  ) as Site['users']
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer())
}

function readBeside(file: string): Promise<string> {
  return readFile(new URL(file, import.meta.url), 'utf8')
}
