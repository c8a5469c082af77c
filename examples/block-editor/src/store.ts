import type { BlockCodec, Fetcher } from 'copydesk'
import { createCoreStore, registerCoreStore } from 'copydesk/wordpress-data/store'
import { parse, serialize } from '@wordpress/blocks'

/** Blocks are those of the editor itself: what it parses and serializes is what WordPress stores. */
const blocks: BlockCodec = {
  parse: (text) => parse(text),
  serialize: (all) => serialize(all as Parameters<typeof serialize>[0]),
}

let send: Fetcher | undefined

/** Says as whom the store asks from now on. */
export function sendBy(fetcher: Fetcher): void {
  send = fetcher
}

const fetcher: Fetcher = (request) =>
  send ? send(request) : Promise.reject(new Error(`Nobody is signed in to ask for ${request.path}.`))

/** One store for all: hooks of `copydesk/react`, and blocks that read the site by the name `core`. */
export const store = registerCoreStore(
  createCoreStore({ fetcher, storeOptions: { blocks, collectAfter: 300_000 } }),
)
