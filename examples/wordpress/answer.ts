import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import type { HTTPMethod, PHP } from '@php-wasm/universal'
import type { Site } from './bootSite'

export interface SiteRequest {
  method: string
  /** Path and query, as in the request line. */
  url: string
  headers: Record<string, string>
  body: Uint8Array
}

export interface SiteAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: Uint8Array
}

const documentRoot = '/wordpress'

/**
 * Answers one request as a web server in front of PHP would: a file where there is one, the script the path
 * names, or WordPress's front controller. Cookies are the caller's: nothing is remembered between requests.
 */
export async function answer(
  { php, assets }: Pick<Site, 'php' | 'assets'>,
  request: SiteRequest,
): Promise<SiteAnswer> {
  const path = pathOf(request.url)
  if (path === undefined) return plain(400, 'Bad Request')
  // Anybody's form can post to it, and it takes passwords.
  if (path === '/xmlrpc.php') return plain(404, 'Not Found')
  const file = `${documentRoot}${path}`
  if (php.isDir(file)) {
    if (!path.endsWith('/')) return redirect(request.url.replace(/^[^?]*/, (bare) => `${bare}/`))
    return runScript(php, request, php.isFile(`${file}index.php`) ? `${file}index.php` : frontController)
  }
  if (php.isFile(file)) {
    if (path.endsWith('.php')) return runScript(php, request, file)
    if (isHidden(path)) return plain(403, 'Forbidden')
    return fileAnswer(request.url, path, php.readFileAsBuffer(file))
  }
  const asset = assets === undefined ? undefined : await readRemovedAsset(assets, path)
  if (asset) return fileAnswer(request.url, path, asset)
  return runScript(php, request, frontController)
}

const frontController = `${documentRoot}/index.php`

function pathOf(url: string): string | undefined {
  try {
    return normalize(decodeURIComponent(url.replace(/[?#].*$/s, '')))
  } catch {
    return undefined
  }
}

async function runScript(php: PHP, request: SiteRequest, scriptPath: string): Promise<SiteAnswer> {
  const response = await php
    .run({
      scriptPath,
      relativeUri: request.url,
      method: request.method as HTTPMethod,
      protocol: 'http',
      headers: request.headers,
      body: request.body.byteLength > 0 ? request.body : undefined,
      $_SERVER: { REMOTE_ADDR: '127.0.0.1', DOCUMENT_ROOT: documentRoot, SERVER_SOFTWARE: 'Apache' },
    })
    .catch((error: unknown) => {
      // PHP that ends with an exit code has still answered, often with WordPress's own error page.
      if (hasResponse(error)) return error.response
      throw error
    })
  return { status: response.httpStatusCode, headers: response.headers, body: new Uint8Array(response.bytes) }
}

type PhpResponse = Awaited<ReturnType<PHP['run']>>

function hasResponse(error: unknown): error is { response: PhpResponse } {
  return error instanceof Error && 'response' in error && error.response !== undefined
}

/** Scripts, styles and pictures that were taken out of the zip. */
async function readRemovedAsset(folder: string, path: string): Promise<Uint8Array | undefined> {
  if (!/^\/wp-(admin|includes|content)\/.+\.\w+$/.test(path) || path.endsWith('.php')) return undefined
  return readFile(join(folder, path)).catch(() => undefined)
}

/** The database and the logs lie below the document root. */
function isHidden(path: string): boolean {
  return path.startsWith('/wp-content/database/') || path.endsWith('.log') || /\/\.[^/]*$/.test(path)
}

/** An address that names the version of its file may be kept: the next version has another one. */
function fileAnswer(url: string, path: string, body: Uint8Array): SiteAnswer {
  const kept = /[?&]ver=[^&]/.test(url) ? 'max-age=31536000, immutable' : 'max-age=0'
  const type = mediaTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
  return { status: 200, headers: { 'content-type': type, 'cache-control': `public, ${kept}` }, body }
}

function redirect(location: string): SiteAnswer {
  return { status: 301, headers: { location }, body: new Uint8Array() }
}

function plain(status: number, text: string): SiteAnswer {
  return { status, headers: { 'content-type': 'text/plain' }, body: new TextEncoder().encode(text) }
}

const mediaTypes: Record<string, string> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  eot: 'application/vnd.ms-fontobject',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
}
