import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addScript, openDesk, type Desk, type Tab } from '../support/browser'
import { picture } from '../support/picture'

let desk: Desk
let tab: Tab

beforeAll(async () => {
  desk = await openDesk()
  tab = await desk.open('administrator')
  await addScript(tab.page, await bundlePackage())
})
afterEach(() => expect(tab.complaints).toEqual([]))
afterAll(() => desk.close())

/** A script that makes the package the page's global `copydesk`. */
async function bundlePackage(): Promise<string> {
  const entry = fileURLToPath(new URL('../../src/index.ts', import.meta.url))
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'copydesk' } },
  })) as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return output[0].code
}

/** Uploads a picture in the page, with its cookies, and gives the attachment and what was told of the progress. */
async function uploadInPage(bytes: readonly number[], { isFromFrame = false } = {}) {
  const { page } = tab
  return page.evaluate(
    async ({ bytes, isFromFrame }) => {
      const { createEntityStore, createRestFetcher, uploadMedia } = (
        window as unknown as { copydesk: typeof import('copydesk') }
      ).copydesk
      const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text()
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const { File } = (isFromFrame ? frame.contentWindow : window) as typeof window
      const file = new File([new Uint8Array(bytes)], 'boat.png', { type: 'image/png' })
      const told: { loaded: number; total: number | null }[] = []
      const { dispatch } = createEntityStore({ fetcher: createRestFetcher({ root: '/wp-json/', nonce }) })
      const image = await dispatch(
        uploadMedia(file, {
          data: { alt_text: 'Båt' },
          onProgress: ({ loaded, total }) => told.push({ loaded, total }),
          throwOnError: true,
        }),
      )
      return {
        told,
        isOfThisWindow: file instanceof window.File,
        alt: image?.alt_text,
        url: image?.source_url,
      }
    },
    { bytes: [...bytes], isFromFrame },
  )
}

describe('An upload in a browser', () => {
  it('tells of its progress, up to the last byte, and keeps the fields', async () => {
    // What follows the end of a picture is read by nobody.
    const bytes = [
      ...new Uint8Array(await picture(300, 200).arrayBuffer()),
      ...Array<number>(300_000).fill(7),
    ]
    const { told, alt, url } = await uploadInPage(bytes)
    expect(alt).toBe('Båt')
    expect(url).toMatch(/boat(-\d+)?\.png$/)
    const loaded = told.map((progress) => progress.loaded)
    expect(loaded).toEqual([...loaded].sort((one, other) => one - other))
    expect(told.at(-1)).toEqual({ loaded: told.at(-1)?.total, total: expect.any(Number) })
    expect(told.at(-1)?.loaded).toBeGreaterThan(bytes.length)
  })

  it('takes a file that was made in another window', async () => {
    const bytes = [...new Uint8Array(await picture(30, 20).arrayBuffer())]
    const { isOfThisWindow, alt } = await uploadInPage(bytes, { isFromFrame: true })
    expect(isOfThisWindow).toBe(false)
    expect(alt).toBe('Båt')
  })
})
