import { createDecoder } from 'lib0/decoding'
import { createEncoder } from 'lib0/encoding'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readSyncMessage } from 'y-protocols/sync'
import * as Y from 'yjs'
import { createSync, plainCodec } from 'copydesk/sync'
import { openDesk, type Desk } from './desk'
import { Network } from './network'
import { passes } from '../support/until'

const desks: Desk[] = []

afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all(desks.splice(0).map(({ sync }) => sync.close()))
})

function open(options?: Parameters<typeof openDesk>[1]): Desk {
  const desk = openDesk(new Network(), options)
  desks.push(desk)
  return desk
}

describe('the messages of the specification', () => {
  it("name a record that is not shared: 'Error doc {kind} {id} not found'", () => {
    expect(() => open().sync.setCursor('postType', 'post', 12, { field: 'title' })).toThrow(
      new Error('Error doc postType/post 12 not found'),
    )
    expect(() =>
      open({ codec: plainCodec }).sync.setCursor('postType', 'post', 12, { field: 'title' }),
    ).toThrow(new Error('Error doc postType/post--edit 12 not found'))
  })

  it("tell where there is no source of chance: 'crypto.getRandomValues() not supported'", async () => {
    vi.stubGlobal('crypto', {})
    const desk = open()
    await desk.read()
    await passes(() =>
      expect(desk.status()).toEqual({
        status: 'disconnected',
        code: 'unknown-error',
        message: 'crypto.getRandomValues() not supported',
      }),
    )
    desk.edit({ title: 'Night' })
    expect(desk.field('title')).toBe('Night')
  })

  it("are the library's own for a message of another type: 'Unknown message type'", () => {
    const message = createDecoder(new Uint8Array([9]))
    expect(() => readSyncMessage(message, createEncoder(), new Y.Doc(), null)).toThrow('Unknown message type')
  })

  it("are the library's own for a place beyond the end: 'Length exceeded!'", () => {
    const list = new Y.Doc().getArray('list')
    expect(() => list.insert(3, ['x'])).toThrow('Length exceeded!')
    expect(() => list.delete(0, 1)).toThrow('Length exceeded!')
  })

  it('become a status where a codec fails, and what was edited stays and goes out with the next try', async () => {
    let isBroken = true
    const codec = {
      ...plainCodec,
      open: (...given: Parameters<typeof plainCodec.open>) => {
        const opened = plainCodec.open(...given)
        return {
          ...opened,
          write: (field: string, value: unknown) => {
            if (isBroken) throw new Error('Length exceeded!')
            opened.write(field, value)
          },
        }
      },
    }
    const network = new Network()
    const ann = openDesk(network, { codec, place: 'ann' })
    const ben = openDesk(network, { codec: plainCodec, place: 'ben' })
    desks.push(ann, ben)
    await Promise.all([ann.read(), ben.read()])
    await passes(() =>
      expect([ann, ben].map((desk) => desk.status()?.status)).toEqual(['connected', 'connected']),
    )
    ann.edit({ title: 'Night' })
    await passes(() => expect(ann.status()).toMatchObject({ message: 'Length exceeded!' }))
    expect(ann.field('title')).toBe('Night')
    isBroken = false
    ann.edit({ format: 'aside' })
    await passes(() => expect(ben.edited()).toMatchObject({ title: 'Night', format: 'aside' }))
    expect(ann.status()).toEqual({ status: 'connected' })
  })

  it('say what to do where no transport is given', async () => {
    const desk = open({ transports: [] })
    await desk.read()
    await passes(() => expect(desk.status()).toMatchObject({ code: 'unsupported' }))
    expect(() => createSync({} as never)).toThrow(/transports is undefined/)
  })

  it('tell that a transport could not be made', async () => {
    const desk = open({ transports: [() => Promise.reject(new Error('no server'))] })
    await desk.read()
    await passes(() => expect(desk.status()).toMatchObject({ status: 'disconnected', message: 'no server' }))
  })
})
