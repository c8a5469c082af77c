import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bootSite, type Site } from '../../examples/wordpress/bootSite'

let site: Site
let outside: Server
let visits = 0

beforeAll(async () => {
  site = await bootSite('http://127.0.0.1:9', false)
  outside = createServer((request, response) => {
    visits++
    response.end('hello')
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  outside?.close()
  site?.php.exit()
})

async function run(code: string): Promise<string> {
  const { text } = await site.php.run({ code: `<?php require '/wordpress/wp-load.php'; ${code}` })
  return text
}

describe('A booted site', () => {
  it('sends no request to the outside', async () => {
    const { port } = outside.address() as AddressInfo
    expect(await run(`echo wp_remote_get('http://127.0.0.1:${port}/')->get_error_code();`)).toBe(
      'http_request_not_executed',
    )
    expect(visits).toBe(0)
  })

  it.each(['fsockopen', 'stream_socket_client', 'curl_exec'])('has no %s', async (name) => {
    expect(await run(`echo function_exists('${name}') ? 'yes' : 'no';`)).toBe('no')
  })

  it('sends no mail', async () => {
    expect(await run("echo wp_mail('a@example.org', 'Hello', 'Hello') ? 'taken' : 'refused';")).toBe('taken')
  })

  it('runs no scheduled work of its own', async () => {
    expect(await run('echo json_encode([DISABLE_WP_CRON, AUTOMATIC_UPDATER_DISABLED]);')).toBe('[true,true]')
  })

  it('has only the five users', async () => {
    expect(await run("echo implode(' ', get_users(['fields' => 'user_login']));")).toBe(
      'administrator author contributor editor subscriber',
    )
  })

  it('has nothing of what the installer wrote', async () => {
    expect(
      await run("echo count(get_posts(['post_type' => ['post', 'page'], 'post_status' => 'any']));"),
    ).toBe('0')
  })
})
