// What the pages of the peers know of the site, and how they say what they show: as Copydesk's page does.

let nonce

/** Asks the site; rejects where there is no network or the answer is an error. */
export async function ask(path, { method = 'GET', body } = {}) {
  nonce ??= await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text()
  const isFile = body instanceof FormData
  const response = await fetch(`/wp-json/wp/v2/${path}`, {
    method,
    headers: { 'X-WP-Nonce': nonce, ...(body && !isFile && { 'Content-Type': 'application/json' }) },
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return { data: await response.json(), headers: response.headers }
}

export const pages = Array.from({ length: 20 }, (none, at) => at + 1)

/** A page of the list: its rows, and how many there are in all. */
export async function readPage(page) {
  const { data, headers } = await ask(`posts?context=edit&per_page=25&page=${page}&status=any`)
  return { rows: data, total: Number(headers.get('X-WP-Total')) }
}

export async function mayDelete(id) {
  const { headers } = await ask(`posts/${id}`, { method: 'OPTIONS' })
  return (headers.get('Allow') ?? '').includes('DELETE')
}

export const readUser = async () => (await ask('users/me')).data
export const savePost = async ({ id, title }) =>
  (await ask(`posts/${id}`, { method: 'POST', body: { title } })).data
export const createPost = async ({ title }) => (await ask('posts', { method: 'POST', body: { title } })).data

export async function uploadFile({ file }) {
  const body = new FormData()
  body.append('file', file)
  return (await ask('media', { method: 'POST', body })).data
}

export function makeFile(name) {
  const pixel = Uint8Array.from(atob('R0lGODlhAQABAAAAACwAAAAAAQABAAA='), (letter) => letter.charCodeAt(0))
  return new File([pixel], name, { type: 'image/gif' })
}

/** What a page shows. `edits` and `drafts` are not saved; `waiting` was, and is not on the site yet. */
export function shownOf({ lists, permitted, user, edits, drafts, files, waiting }) {
  const all = {
    pages: lists.map((list) => list?.rows.map((row) => [row.id, row.title.raw, row.modified]) ?? null),
    totals: lists.map((list) => list?.total ?? null),
    permitted,
    user,
    unsaved: Object.entries(edits).map(([key, title]) => ({ key, record: { title } })),
    waiting,
    drafts: [drafts.map((title) => [title, title]), files.map((name) => [name, name])],
  }
  const rows = lists.reduce((sum, list) => sum + (list?.rows.length ?? 0), 0)
  return { all, rows, unsaved: all.unsaved.length, asked: 0 }
}

export async function open(words) {
  await navigator.serviceWorker.register('/train-worker.js')
  await navigator.serviceWorker.ready
  globalThis.desk = words
}
