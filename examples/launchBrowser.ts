import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type LaunchOptions } from 'playwright-core'

// It looks at the environment when it is loaded, so it is loaded late.
const requireHere = createRequire(import.meta.url)

/**
 * A headless Chromium: the one at `CHROME_PATH`, else on Linux the one among the dev dependencies, which brings its
 * own libraries and a font, so that a bare machine will do. Elsewhere the installed Chrome.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions())
}

/** What a browser with a profile is started with beside the usual, and which of the usual it does without. */
export type ProfileOptions = Pick<LaunchOptions, 'args' | 'ignoreDefaultArgs'>

/** The same, with a profile in a folder: what it has stored is there again the next time. */
export async function launchProfile(
  folder: string,
  { args = [], ...options }: ProfileOptions = {},
): Promise<BrowserContext> {
  const usual = await launchOptions()
  return chromium.launchPersistentContext(folder, {
    ...usual,
    ...options,
    args: [...(usual.args ?? []), ...args],
  })
}

async function launchOptions(): Promise<LaunchOptions> {
  return {
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Two browsers on one machine find each other by its addresses, which no name server knows by other names.
      '--disable-features=WebRtcHideLocalIpsWithMdns',
    ],
    ...(await findBrowser()),
  }
}

async function findBrowser(): Promise<LaunchOptions> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return { executablePath: CHROME_PATH }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const folder = await unpacked()
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...process.env,
      FONTCONFIG_PATH: folder,
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    },
  }
}

/** The folder with the unpacked browser. It is moved into place in one step: half a browser would never start. */
async function unpacked(): Promise<string> {
  const folder = join(tmpdir(), 'copydesk-chromium-143')
  if (existsSync(folder)) return folder
  const scratch = await mkdtemp(`${folder}-`)
  // The package unpacks to the temporary folder, and its libraries only on what it takes for a cloud function.
  const changed = { TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  const before = { ...process.env }
  try {
    Object.assign(process.env, changed)
    const packed = requireHere('@sparticuz/chromium') as typeof import('@sparticuz/chromium').default
    await packed.executablePath()
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
  await mkdir(join(scratch, 'fonts'), { recursive: true })
  await writeFile(join(scratch, 'fonts.conf'), fontsIn(join(folder, 'fonts')))
  // Another process may have been quicker.
  await rename(scratch, folder).catch(() => rm(scratch, { recursive: true, force: true }))
  return folder
}

function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
}
