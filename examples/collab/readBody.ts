import type { IncomingMessage } from 'node:http'

/** Bytes of a request that are read at most: what a relay takes, and a little more, for it to say so. */
const mostBytes = 17 * 1024 * 1024

/** The whole body of a request; undefined for one that is longer than any that is answered. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size <= mostBytes) chunks.push(chunk as Buffer)
    else chunks.length = 0
  }
  return size <= mostBytes ? Buffer.concat(chunks) : undefined
}
