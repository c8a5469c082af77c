import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWordPress, readVersion } from '../../../examples/wordpress/wordpressBuild'

describe('the WordPress that somebody asks for', () => {
  let server: Server
  let address = ''

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/wordpress.zip') response.end('PK and the rest of a zip')
      else if (request.url === '/page.zip') response.end('<!doctype html>')
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('is there without a network where nobody asks for another', async () => {
    const { zip, assets } = await findWordPress()
    expect(zip.name).toBe('wp-beta.zip')
    expect(assets).toMatch(/public.wp-beta/)
  })

  it('says how the others of the package are had, which an installation leaves out', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'copydesk-builds-'))
    await expect(findWordPress('6.5', folder)).rejects.toThrow('`npm ci --ignore-scripts` brings it')
    rmSync(folder, { recursive: true })
  })

  it('is a zip at an address, with its scripts in it', async () => {
    const { zip, assets } = await findWordPress(`${address}/wordpress.zip`)
    expect(await zip.text()).toMatch(/^PK/)
    expect(assets).toBeUndefined()
  })

  it.each([
    ['a name that nobody knows', '9.9', 'No WordPress is called 9.9.'],
    ['a path where nothing is', '/none/wordpress.zip', 'There is no WordPress at /none/wordpress.zip.'],
  ])('is refused for %s', async (_, wanted, message) => {
    await expect(findWordPress(wanted)).rejects.toThrow(message)
  })

  it.each([
    ['an address that answers an error', 'none.zip', 'was answered with status 404.'],
    ['a page of HTML', 'page.zip', 'is no zip of a WordPress.'],
  ])('is refused for %s', async (_, path, message) => {
    await expect(findWordPress(`${address}/${path}`)).rejects.toThrow(message)
  })

  it('says which version it is', () => {
    expect(readVersion("<?php\n$wp_version = '7.1-alpha-62304';\n$wp_db_version = 1;")).toBe(
      '7.1-alpha-62304',
    )
    expect(() => readVersion('<?php')).toThrow('does not say which version')
  })
})
