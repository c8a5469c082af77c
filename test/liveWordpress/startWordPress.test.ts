import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchangeRuntime, requestsPerRuntime } from '../../examples/wordpress/bootSite'
import { planContent } from '../../examples/wordpress/content'
import type { LoggedRequest } from '../../examples/wordpress/respondInTurn'
import {
  isWordPressUrl,
  startWordPress,
  type RunningWordPress,
} from '../../examples/wordpress/startWordPress'
import { picture } from '../support/picture'

const plan = planContent('minimal')
let site: RunningWordPress
const heard: LoggedRequest[] = []

beforeAll(async () => {
  site = await startWordPress({
    content: 'minimal',
    onRequest: (request) => heard.push(request),
    middleware: (request, response, next) => {
      if (request.url === '/') response.end('the page')
      else next()
    },
  })
})

afterAll(async () => {
  if (site.server.listening) await site.close()
})

describe('A site that begins with what an earlier one was filled with', () => {
  let next: RunningWordPress

  beforeAll(async () => {
    next = await startWordPress({ content: 'minimal' })
  })
  afterAll(() => next.close())

  const answerOf = async (password: string) => {
    const authorization = `Basic ${btoa(`${next.users.editor.username}:${password}`)}`
    const answered = await fetch(`${next.root}wp/v2/users/me`, { headers: { authorization } })
    return answered.status
  }

  it('lets nobody in with a password of the earlier one', async () => {
    expect(await answerOf(site.users.editor.applicationPassword)).toBe(401)
    expect(await answerOf(next.users.editor.applicationPassword)).toBe(200)
    const signIn = ({ username, password }: RunningWordPress['users']['editor']) =>
      fetch(`${next.url}/wp-login.php`, {
        method: 'POST',
        body: new URLSearchParams({ log: username, pwd: password }),
        redirect: 'manual',
      })
    expect((await signIn(site.users.editor)).status).toBe(200)
    expect((await signIn(next.users.editor)).status).toBe(302)
  })

  it('knows no other address than its own, and is whole', async () => {
    const { text } = await next.php.run({
      code: `<?php
        $file = '/wordpress/wp-content/database/.ht.sqlite';
        $check = (new PDO("sqlite:$file"))->query('PRAGMA integrity_check')->fetchColumn();
        preg_match_all('/127\\.0\\.0\\.1:\\d+/', file_get_contents($file), $hosts);
        echo json_encode([$check, array_values(array_unique($hosts[0]))]);`,
    })
    const [check, hosts] = JSON.parse(text) as [string, string[]]
    expect(check).toBe('ok')
    // That of the server of WordPress Playground, which the installer has written.
    expect(hosts.filter((host) => host !== '127.0.0.1:9400')).toEqual([new URL(next.url).host])
  })
})

describe('A booted site', () => {
  const run = async (code: string) => {
    const answered = await site.php.run({ code: `<?php require '/wordpress/wp-load.php'; ${code}` })
    return answered.text
  }
  let outside: Server
  let visits = 0

  beforeAll(async () => {
    outside = createServer((request, response) => {
      visits++
      response.end('hello')
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  })

  afterAll(() => outside.close())

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

  it.each([
    ['fopen', (at: string) => `var_dump(@file_get_contents('http://${at}/'));`],
    [
      'mysqli',
      (at: string) =>
        `mysqli_report(0); $m = mysqli_init(); $m->real_connect('${at.split(':')[0]}', 'u', 'p', 'd', ${at.split(':')[1]});`,
    ],
    ['SoapClient', (at: string) => `try { new SoapClient('http://${at}/?wsdl'); } catch (Throwable $e) {}`],
  ])('opens no connection to another program by %s', async (name, code) => {
    let connections = 0
    const count = () => connections++
    outside.on('connection', count)
    const { port } = outside.address() as AddressInfo
    expect(await run(`${code(`127.0.0.1:${port}`)} echo 'done';`), name).toMatch(/done$/)
    outside.off('connection', count)
    expect(connections).toBe(0)
  })

  it('has no editor for files, and no XML-RPC that takes passwords', async () => {
    expect(await run("echo json_encode([DISALLOW_FILE_EDIT, apply_filters('xmlrpc_enabled', true)]);")).toBe(
      '[true,false]',
    )
  })

  it('sends no mail', async () => {
    expect(await run("echo wp_mail('a@example.org', 'Hello', 'Hello') ? 'taken' : 'refused';")).toBe('taken')
  })

  it('runs no scheduled work of its own', async () => {
    expect(await run('echo json_encode([DISABLE_WP_CRON, AUTOMATIC_UPDATER_DISABLED]);')).toBe('[true,true]')
  })

  describe.each([
    [
      'a post',
      "wp_insert_post(['post_title' => 'Draft', 'post_author' => 1])",
      'postType/post',
      'wp_delete_post($id, true);',
      "wp_trash_post($id); get_post($id)->post_status === 'trash' || exit('not in the trash');",
    ],
    [
      'a category',
      "wp_insert_term('Rooms', 'category')['term_id']",
      'taxonomy/category',
      "wp_delete_term($id, 'category');",
      "wp_update_term($id, 'category', ['name' => 'Halls']);",
    ],
    [
      'a comment',
      "wp_insert_comment(['comment_post_ID' => get_posts()[0]->ID, 'comment_content' => 'Hi'])",
      'root/comment',
      'wp_delete_comment($id, true);',
      'wp_trash_comment($id);',
    ],
  ])('what colleagues wrote together in the room of %s', (_, make, room, remove, keep) => {
    // As the relay is asked: each of the two names that a codec gives the room is written to.
    const rowsAfter = (what: string) =>
      run(`
        wp_set_current_user(1);
        function rooms_of($id) {
            return ["${room}:$id", "${room}--edit:$id"];
        }
        function write_in($room) {
            $request = new WP_REST_Request('POST', '/wp-sync/v1/updates');
            $request->set_header('Content-Type', 'application/json');
            $update = ['type' => 'update', 'data' => 'CONFIDENTIAL'];
            $one = ['room' => $room, 'client_id' => 1, 'after' => 0, 'awareness' => null, 'updates' => [$update]];
            $request->set_body(json_encode(['rooms' => [$one]]));
            $answer = rest_do_request($request);
            $answer->get_status() === 200 || exit(json_encode($answer->get_data()));
        }
        function rows() {
            global $wpdb;
            $posts = $wpdb->get_var("SELECT COUNT(*) FROM $wpdb->posts WHERE post_type = 'copydesk_room'");
            $like = '%CONFIDENTIAL%';
            $rows = $wpdb->get_var($wpdb->prepare("SELECT COUNT(*) FROM $wpdb->postmeta WHERE meta_value LIKE %s", $like));
            return [(int) $posts, (int) $rows];
        }
        $before = rows();
        $id = ${make};
        array_map('write_in', rooms_of($id));
        $written = rows();
        ${what}
        $after = rows();
        ${remove}
        echo json_encode([
            'written' => [$written[0] - $before[0], $written[1] - $before[1]],
            'left' => [$after[0] - $before[0], $after[1] - $before[1]],
            'gone' => [rows()[0] - $before[0], rows()[1] - $before[1]],
        ]);
      `)

    it('is gone with it', async () => {
      expect(JSON.parse((await rowsAfter(remove)) ?? '')).toEqual({
        written: [2, 2],
        left: [0, 0],
        gone: [0, 0],
      })
    })

    it('stays while it can come back', async () => {
      expect(JSON.parse((await rowsAfter(keep)) ?? '')).toEqual({
        written: [2, 2],
        left: [2, 2],
        gone: [0, 0],
      })
    })
  })

  it('gives an update to all in a room that came to light after newer ones, as on a busy database, and keeps it when others are put together', async () => {
    const answer = await run(`
      wp_set_current_user(1);
      $post = wp_insert_post(['post_title' => 'Busy', 'post_author' => 1]);
      $room = "postType/post:$post";
      $ask = function ($client, $after, $updates = []) use ($room) {
          $request = new WP_REST_Request('POST', '/wp-sync/v1/updates');
          $request->set_header('Content-Type', 'application/json');
          $one = ['room' => $room, 'client_id' => $client, 'after' => $after, 'awareness' => new stdClass(), 'updates' => $updates];
          $request->set_body(json_encode(['rooms' => [$one]]));
          return rest_do_request($request)->get_data()['rooms'][0];
      };
      $ask(2, 0);
      // Its number is taken first, and it is committed last.
      $wpdb->insert($wpdb->postmeta, ['post_id' => 1, 'meta_key' => 'held', 'meta_value' => '']);
      $held = $wpdb->insert_id;
      $ask(1, 0, [['type' => 'update', 'data' => 'second']]);
      $seen = $ask(2, 0);
      $row = ['post_id' => copydesk_room_id($room, false), 'meta_key' => 'copydesk_row', 'meta_value' => '3 update ' . time() . ' first'];
      $wpdb->update($wpdb->postmeta, $row, ['meta_id' => $held]);
      $late = $ask(2, $seen['end_cursor']);
      $again = $ask(2, $late['end_cursor']);
      $ask(1, $seen['end_cursor'], [['type' => 'compaction', 'data' => 'all that client 1 has had']]);
      $newcomer = $ask(9, 0);
      $texts = fn($answer) => array_column($answer['updates'], 'data');
      wp_delete_post($post, true);
      echo json_encode([$held < $seen['end_cursor'], $texts($seen), $texts($late), $texts($again), $texts($newcomer)]);
    `)
    expect(JSON.parse(answer ?? '')).toEqual([
      true,
      ['second'],
      ['first'],
      [],
      ['first', 'second', 'all that client 1 has had'],
    ])
  })

  it('has only the five users', async () => {
    expect(await run("echo implode(' ', get_users(['fields' => 'user_login']));")).toBe(
      'administrator author contributor editor subscriber',
    )
  })

  it('has nothing of what the installer wrote', async () => {
    const all =
      "['post_type' => ['post', 'page'], 'post_status' => 'any', 'numberposts' => -1, 'fields' => 'ids']"
    const ids = JSON.parse((await run(`echo json_encode(get_posts(${all}));`)) ?? '') as number[]
    const planned = plan.posts.filter(({ type }) => type === 'post' || type === 'page')
    expect(ids.sort(byNumber)).toEqual(planned.map(({ id }) => id).sort(byNumber))
    expect(planned.length).toBeGreaterThan(0)
  })
})

describe('startWordPress', () => {
  it('gives everybody a password that nobody can guess', () => {
    const passwords = Object.values(site.users).map(({ password }) => password)
    expect(new Set(passwords).size).toBe(5)
    for (const password of passwords) expect(password).toMatch(/^\w{20}$/)
  })

  it.each([
    ['a rebound name', { host: 'evil.example' }],
    ['a page of another origin', { origin: 'http://evil.example' }],
    ['a page on another port', { 'sec-fetch-site': 'same-site' }],
    ['a picture on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    [
      'a frame on another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ],
    ['a service worker', { 'service-worker': 'script' }],
  ])('does not answer %s', async (title, headers) => {
    for (const path of ['/', '/wp-json/', '/wp-login.php', '/wp-admin/admin-ajax.php?action=rest-nonce']) {
      expect(await statusOf(path, headers), `${title}: ${path}`).toBe(403)
    }
  })

  it('answers whoever follows a link to it, and the sandboxed frame of an embed that wants its styles', async () => {
    const followed = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect(await statusOf('/', followed)).toBe(200)
    expect(await statusOf('/', followed, 'POST')).toBe(403)
    const styles = { 'sec-fetch-site': 'cross-site', origin: 'null' }
    expect(await statusOf('/wp-includes/css/buttons.min.css', styles)).toBe(200)
    expect(await statusOf('/wp-content/plugins/tides/tides.php', styles)).toBe(403)
  })

  function statusOf(path: string, headers: Record<string, string>, method = 'GET') {
    return new Promise((resolve, reject) => {
      const asked = request(site.url + path, { method, headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.on('error', reject).end()
    })
  }

  it('lets the page answer at the root', async () => {
    const response = await fetch(`${site.url}/`)
    expect(await response.text()).toBe('the page')
  })

  it('answers the REST interface itself, on the same origin', async () => {
    for (const root of [site.root, site.plainRoot]) {
      const separator = root.includes('?') ? '&' : '?'
      const response = await fetch(`${root}wp/v2/posts${separator}_fields=id`)
      expect(await response.json()).toHaveLength(5)
    }
  })

  it('answers what the page passes on', async () => {
    const response = await fetch(`${site.url}/nothing-is-here`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('The Harbour Gazette')
  })

  it('goes on in another runtime after a thousand requests, with what the site holds', async () => {
    const { php } = site
    let runtimes = 0
    php.addEventListener('runtime.initialized', () => runtimes++)
    exchangeRuntime(php, 1)
    for (const expected of [0, 1]) {
      const response = await fetch(`${site.root}wp/v2/posts?_fields=id`)
      expect(await response.json()).toHaveLength(5)
      expect(runtimes).toBe(expected)
    }
    exchangeRuntime(php, requestsPerRuntime)
  })

  it('logs every request WordPress answered', async () => {
    await fetch(`${site.root}wp/v2/types?_fields=post`)
    expect(heard.at(-1)).toMatchObject({
      method: 'GET',
      url: '/wp-json/wp/v2/types?_fields=post',
      status: 200,
    })
    expect(heard.at(-1)?.duration).toBeGreaterThan(1)
    expect(site.requestLog).toEqual(heard)
  })

  it('goes back to what it held, in its database and in its files', async () => {
    const { username, applicationPassword: password } = site.users.administrator
    const authorization = `Basic ${btoa(`${username}:${password}`)}`
    const restore = await site.keep()
    await fetch(`${site.root}wp/v2/settings?title=Renamed`, { method: 'POST', headers: { authorization } })
    const sent = await fetch(`${site.root}wp/v2/media`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename=boat.png',
      },
      body: picture(20, 20),
    })
    const { source_url } = (await sent.json()) as { source_url: string }
    const look = async () => [
      ((await (await fetch(`${site.root}?_fields=name`)).json()) as { name: string }).name,
      (await fetch(source_url)).status,
    ]
    expect(await look()).toEqual(['Renamed', 200])
    await restore()
    expect(await look()).toEqual(['The Harbour Gazette', 404])
  })

  it('answers no more once it is closed', async () => {
    const root = `${site.root}?_fields=name`
    const { status } = await fetch(root)
    expect(status).toBe(200)
    await site.close()
    await expect(fetch(root)).rejects.toThrow()
  })
})

describe('isWordPressUrl', () => {
  it.each([
    ['/wp-json/', true],
    ['/wp-json', true],
    ['/wp-json/wp/v2/posts?page=2', true],
    ['/?rest_route=/wp/v2/posts', true],
    ['/?lang=en&rest_route=/', true],
    ['/?_wp-find-template=true', true],
    ['/?customize_theme=classic&customize_messenger_channel=preview-0', true],
    ['/wp-login.php?action=logout', true],
    ['/wp-admin/admin-ajax.php', true],
    ['/wp-content/uploads/2023/01/a.png', true],
    ['/', false],
    ['/?page=2', false],
    ['/src/main.tsx', false],
    ['/wp-jsonish', false],
    ['/@vite/client', false],
  ])('%s: %s', (url, expected) => {
    expect(isWordPressUrl(url)).toBe(expected)
  })
})

function byNumber(one: number, other: number): number {
  return one - other
}
