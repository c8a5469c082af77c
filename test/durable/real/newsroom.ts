import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRestFetcher, type Fetcher } from 'copydesk'
import type { Request, Route } from 'playwright-core'
import { startWordPress, type RunningWordPress } from '../../../examples/wordpress/startWordPress'
import {
  buildDesk,
  type DeskPage,
  eventually,
  openProfile,
  serveDesk,
  type DeskTab,
  type Profile,
} from './openDesk'

/**
 * A plugin with what happens to sites, switched by options: `hide` keeps a post out of lists, `revisions` limits them, `down`
 * answers that many writes with 503, `no_subtitle` registers the meta entry `subtitle` no more, and `nonce_life` makes all
 * nonces of before invalid. A post can be moved to another type.
 */
const faults = `<?php
add_filter('rest_post_query', function ($args) {
    $hidden = (int) get_option('hide');
    return $hidden ? array_merge($args, ['post__not_in' => [$hidden]]) : $args;
});
add_filter('wp_revisions_to_keep', fn($kept) => get_option('revisions') === false ? $kept : (int) get_option('revisions'));
add_filter('nonce_life', fn($life) => (int) get_option('nonce_life') ?: $life);
add_filter('rest_pre_dispatch', function ($result, $server, $request) {
    $left = (int) get_option('down');
    if ($left <= 0 || $request->get_method() === 'GET' || !str_starts_with($request->get_route(), '/wp/v2/posts')) {
        return $result;
    }
    update_option('down', $left - 1);
    header('Retry-After: 1');
    return new WP_Error('maintenance', 'Briefly unavailable for scheduled maintenance.', ['status' => 503]);
}, 10, 3);
add_action('init', function () {
    if (!get_option('no_subtitle')) {
        register_post_meta('post', 'newsroom_subtitle', ['single' => true, 'type' => 'string', 'show_in_rest' => true]);
    }
});
add_action('rest_api_init', function () {
    $open = fn() => current_user_can('manage_options');
    register_rest_route('newsroom/v1', '/set', ['methods' => 'POST', 'permission_callback' => $open, 'callback' =>
        fn($request) => update_option($request['name'], $request['value']) || true]);
    register_rest_route('newsroom/v1', '/unset', ['methods' => 'POST', 'permission_callback' => $open, 'callback' =>
        fn($request) => delete_option($request['name']) || true]);
    register_rest_route('newsroom/v1', '/move', ['methods' => 'POST', 'permission_callback' => $open, 'callback' =>
        fn($request) => set_post_type((int) $request['id'], $request['type'])]);
});
`

type Role = 'administrator' | 'editor' | 'author'

export interface Person extends DeskTab {
  readonly profile: Profile
  readonly url: string
  /** What the page wrote to the site, in order: method and path. */
  readonly writes: string[]
}

export type Newsroom = Awaited<ReturnType<typeof openNewsroom>>

/**
 * A real WordPress, and people who are signed in there, each in a browser with a profile of their own.
 * @param source The module of the page, where it is not the one of that name beside this.
 */
export async function openNewsroom(page: DeskPage = 'desk', source?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-newsroom-'))
  const site = await startWordPress({
    content: 'minimal',
    plugins: { newsroom: { 'newsroom.php': faults } },
    middleware: serveDesk(await buildDesk(page, source)),
    worker: page === 'train' ? '/train-worker.js' : undefined,
  })
  const url = `${site.url}/${page}?wordpress`
  const profiles = new Map<string, Profile>()
  /** As an application of somebody, for what happens elsewhere and for what the site has in the end. */
  const as = (role: Role): Fetcher => {
    const { username, applicationPassword: password } = site.users[role]
    return createRestFetcher({ root: site.root, authorization: { username, password } })
  }
  const admin = as('administrator')

  /** The browser of somebody, with what it has stored; started where it is not there. */
  async function takeProfile(name: string): Promise<Profile> {
    const profile = profiles.get(name) ?? (await openProfile(join(folder, name)))
    profiles.set(name, profile)
    return profile
  }

  async function sit(role: Role, name: string = role): Promise<Person> {
    const profile = await takeProfile(name)
    await signIn(profile, site, role)
    const tab = await profile.open(url)
    return { ...tab, profile, url, writes: writesOf(tab) }
  }

  return {
    site,
    url,
    as,
    sit,
    takeProfile,
    signIn: (profile: Profile, role: Role) => signIn(profile, site, role),
    signOut: (profile: Profile) => profile.context.clearCookies(),
    /** The browser of somebody dies; the next to sit down at it finds what it has stored. */
    kill: async (name: string) => {
      await profiles.get(name)?.kill()
      profiles.delete(name)
    },
    set: (name: string, value: unknown) =>
      admin({ path: '/newsroom/v1/set', method: 'POST', data: { name, value } }),
    unset: (name: string) => admin({ path: '/newsroom/v1/unset', method: 'POST', data: { name } }),
    move: (id: number, type: string) =>
      admin({ path: '/newsroom/v1/move', method: 'POST', data: { id, type } }),
    make: async (data: object, type = 'posts') => {
      const made = await admin({ path: `/wp/v2/${type}`, method: 'POST', data })
      return (made.data as { id: number }).id
    },
    /** A record as the site has it. */
    find: async (id: number, type = 'posts') => {
      const { data } = await admin({ path: `/wp/v2/${type}/${id}?context=edit` })
      return data as {
        readonly title: { readonly raw: string }
        readonly content: { readonly raw: string }
        readonly excerpt: { readonly raw: string }
        readonly [field: string]: unknown
      }
    },
    /** How many posts have a title. */
    count: async (title: string) => {
      const query = `search=${encodeURIComponent(title)}&status=any&_fields=id,title&per_page=100`
      const { data } = await admin({ path: `/wp/v2/posts?context=edit&${query}` })
      return (data as { title: { raw: string } }[]).filter((post) => post.title.raw === title).length
    },
    close: async () => {
      for (const profile of profiles.values()) await profile.close()
      await site.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** By WordPress's own form. */
async function signIn({ context }: Profile, { url, users }: RunningWordPress, role: Role): Promise<void> {
  const { username, password } = users[role]
  await context.clearCookies()
  const form = { log: username, pwd: password, rememberme: 'forever' }
  const answer = await context.request.post(`${url}/wp-login.php`, { form, maxRedirects: 0 })
  if (answer.status() !== 302) throw new Error(`${username} could not sign in: status ${answer.status()}`)
}

function writesOf({ page }: DeskTab): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    if (isWrite(request)) writes.push(nameOf(request))
  })
  return writes
}

export function isWrite(request: Request): boolean {
  return request.url().includes('/wp-json/') && !/^(?:GET|HEAD|OPTIONS)$/.test(request.method())
}

function nameOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname.replace('/wp-json', '')}`
}

/** What happens to an answer on its way: before the request has arrived, or after the site has done what it says. */
export async function onTheWay(
  { page }: DeskTab,
  isMeant: (request: Request) => boolean,
  happen: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const matches = (url: URL) => url.pathname.startsWith('/wp-json/')
  const handle = async (route: Route) => (isMeant(route.request()) ? happen(route) : route.continue())
  await page.route(matches, handle)
  return () => page.unroute(matches, handle)
}

/** Tries again without waiting for the next try, until nothing is left that waits. */
export async function sendAll({ say }: DeskTab): Promise<void> {
  await eventually(async () => {
    const { state, entries } = await say('queue')
    if (state === 'waiting') await say('retry')
    // With what the queue waits for, for whoever reads that it went on waiting.
    return entries.map((entry) => `${entry}, queue ${state}`)
  }).toEqual([])
}
