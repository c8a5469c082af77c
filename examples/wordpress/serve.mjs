// The site alone, or with a page of yours on its origin.
//   node examples/wordpress/serve.mjs [--port 8080] [--content full|minimal|none] [--page folder] [--wordpress zip] [--describe file]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { serveSite } from './serveSite.mjs'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.send ? '0' : '8080' },
    content: { type: 'string', default: 'full' },
    page: { type: 'string' },
    // The path or the address of a zip, or one of 6.2 to 6.5, beta and nightly.
    wordpress: { type: 'string' },
    // Where to write what tests need to know, for `npm run test:wordpress -- --wordpress file`.
    describe: { type: 'string' },
  },
})

const { url, entrance, root, plainRoot, users, version } = await serveSite({
  port: Number(values.port),
  content: values.content === 'none' ? false : values.content === 'minimal' ? 'minimal' : true,
  wordpress: values.wordpress,
  page: values.page && { folder: values.page, isBuilt: false },
})
if (values.describe) {
  const described = JSON.stringify({ url, root, plainRoot, users, version })
  // Passwords are in it.
  writeFileSync(values.describe, described, { mode: 0o600 })
}
if (!process.send) {
  if (values.page) console.log(`The page: ${entrance}`)
  console.log(`WordPress ${version} answers at ${root}\nSign in at ${url}/wp-login.php as`)
  for (const { username, password, applicationPassword } of Object.values(users)) {
    console.log(`  ${username} / ${password}   (application password: ${applicationPassword})`)
  }
}
