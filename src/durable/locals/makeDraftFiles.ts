import type { SentFile } from '../../core/writeGate'
import type { DurableContext } from '../capability'
import type { DurabilityTrouble } from '../durability'
import type { DurabilitySettings } from '../options'
import type { Connection } from '../storage/connection'
import { loadAhead } from '../loadAhead'
import { addressOfDraft } from './draftAddresses'
import type { DraftFile, DraftFiles } from './draftFiles'

interface Options extends Pick<DurableContext, 'makeRoom'> {
  readonly settings: DurabilitySettings
  readonly connection: Promise<Connection | undefined>
  readonly report: (trouble: DurabilityTrouble) => void
  /** Called with how many bytes the files take that are kept, whenever that has changed. */
  readonly onSize: (bytes: number) => void
}

/** Tells the other tabs that there are more files, or fewer. */
const changed = 'files changed'

/** The files of drafts. What it takes to store them is loaded ahead, or with the first. */
export function makeDraftFiles(options: Options): DraftFiles {
  const { connection, report, settings, onSize } = options
  const files = new Map<string, DraftFile>()
  const storing = new Map<string, Promise<void>>()
  let isReported = false
  let isOpen = false

  const load = loadAhead(connection, () => import('./keptFiles'))

  void connection.then((opened) => {
    isOpen = true
    if (!opened) return
    const measure = async () => {
      if (!opened.isEnded()) onSize(await (await load()).sizeOfFiles(opened))
    }
    // Measured again with the next file.
    const look = () => void measure().catch(() => undefined)
    opened.channel?.subscribe((message) => message === changed && look())
    opened.onLost(look)
  })

  function noteSize({ channel }: Connection, bytes: number): void {
    onSize(bytes)
    channel?.post(changed)
  }

  async function store(local: string, { file, fileName }: SentFile): Promise<void> {
    const [{ keepFile }, opened] = await Promise.all([load(), connection])
    if (!opened)
      throw Object.assign(new Error('Nothing is kept on this device.'), { name: 'InvalidStateError' })
    noteSize(opened, await keepFile(opened, options, local, { file, fileName }))
  }

  function startStoring(local: string, file: DraftFile): Promise<void> {
    const stored = store(local, file)
    storing.set(local, stored)
    stored.catch((error: unknown) => {
      storing.delete(local)
      // Where nothing is to be kept it is no trouble that this is not.
      if (isReported || (error as Error).name === 'InvalidStateError') return
      isReported = true
      const { name, message } = error as Error
      report({
        code: name === 'QuotaExceededError' ? 'storage_full' : 'storage_unavailable',
        message: `A file is not kept on this device, so it is lost if the page is left before it is uploaded: ${message}`,
        kind: 'postType',
        name: 'attachment',
      })
    })
    return stored
  }

  async function find(local: string): Promise<DraftFile | undefined> {
    const known = files.get(local)
    if (known) return known
    const opened = await connection
    if (!opened || opened.isEnded()) return undefined
    const kept = await (await load()).readFile(opened, settings, local)
    if (!kept) return undefined
    // Somebody else may have found it meanwhile.
    const found = files.get(local) ?? { ...kept, url: URL.createObjectURL(kept.file) }
    files.set(local, found)
    if (!storing.has(local)) storing.set(local, Promise.resolve())
    return found
  }

  return {
    add: (id, file, fileName) => {
      const local = String(id)
      const draft: DraftFile = { file, fileName, url: URL.createObjectURL(file) }
      files.set(local, draft)
      void startStoring(local, draft).catch(() => undefined)
      return addressOfDraft(draft.url, id)
    },
    shown: (local) => files.get(local),
    find,
    kept: async (local) => {
      const file = files.get(local)
      await (storing.get(local) ?? (file ? startStoring(local, file) : undefined))
    },
    keep: async (name, file) => {
      await store(name, file)
      storing.set(name, Promise.resolve())
    },
    settled: async () => {
      // Before that it may take as long as nobody signs in.
      if (isOpen) await Promise.allSettled(storing.values())
    },
    forget: (local) => {
      const file = files.get(local)
      if (file) URL.revokeObjectURL(file.url)
      files.delete(local)
      const stored = storing.get(local)
      storing.delete(local)
      const drop = async () => {
        const [{ dropFiles }, opened] = await Promise.all([load(), connection])
        if (opened && !opened.isEnded()) noteSize(opened, await dropFiles(opened, [local]))
      }
      // What is left behind is swept up later.
      if (stored) void stored.then(drop).catch(() => undefined)
    },
    sweep: async (locals) => {
      const opened = await connection
      if (!opened || opened.isEnded()) return
      noteSize(opened, await (await load()).sweepFiles(opened, settings, locals))
    },
  }
}
