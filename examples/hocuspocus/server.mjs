// A Hocuspocus server that asks WordPress who may edit what.
//   PORT  the port; default 1234
//   SITE  REST root of the site, such as https://example.org/wp-json/ ; without it everybody may edit everything
import { Server } from '@hocuspocus/server'

const { PORT = '1234', SITE } = process.env

const server = new Server({
  port: Number(PORT),
  address: '127.0.0.1',
  quiet: true,
  async onAuthenticate({ documentName, token }) {
    if (!(await mayEdit(documentName, token))) throw new Error('permission denied')
  },
})
await server.listen()
console.log(`Hocuspocus listens on ws://127.0.0.1:${server.address.port}`)
if (!SITE) console.log('Everybody may edit everything: name your site by SITE.')
process.send?.({ port: server.address.port })
process.once('disconnect', () => process.exit())

/**
 * Whether WordPress shows the record for editing to who has the token. What the token is you decide: here it is the
 * value of an Authorization header, as of an application password or a JSON web token.
 */
async function mayEdit(documentName, token) {
  if (!SITE) return true
  const [, type, id] = /^postType\/([\w-]+):(\d+)$/.exec(documentName) ?? []
  if (id === undefined) return false
  const ask = (path) => fetch(new URL(path, SITE), { headers: { Authorization: token } })
  const described = await ask(`wp/v2/types/${type}?context=edit`)
  if (!described.ok) return false
  const { rest_base: base, rest_namespace: namespace = 'wp/v2' } = await described.json()
  // Its Allow header says what may be done: who may read in the edit context may not always write.
  const record = await ask(`${namespace}/${base}/${id}?context=edit`)
  return record.ok && /\b(PUT|PATCH)\b/.test(record.headers.get('Allow') ?? '')
}
