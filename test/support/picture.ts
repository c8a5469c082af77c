import { crc32, deflateSync } from 'node:zlib'

/** A real PNG file of that size, black all over. */
export function picture(width: number, height: number, name = 'boat.png'): File {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // 8 bits for each of red, green and blue.
  size.set([8, 2], 8)
  const rows = deflateSync(Buffer.alloc((width * 3 + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return new File([new Uint8Array(Buffer.concat(parts))], name, { type: 'image/png' })
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, check])
}
