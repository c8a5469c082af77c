import { createContext, use, useCallback } from 'react'
import type { ContentBlock } from 'copydesk'
import { useTakeFile, type TakenFile } from '../media/takeFile'
import { explainUpload } from '../media/uploadProblem'
import { plainText } from '../plainText'
import { useNotify } from '../ui/Notices'
import { withPlaced, type DropPlace } from './blockRange'
import { findBlock } from './blockTree'
import { makeBlock, makeSourceBlock, withPicture } from './editableBlock'
import { fileSource, playerSource } from './sourceKinds'
import type { BlockActions } from './useBlockActions'

export type TakeFiles = (files: readonly File[], place: DropPlace | null) => void

const FilesContext = createContext<TakeFiles | null>(null)

export const FilesProvider = FilesContext.Provider

/** Takes files that are pasted into a text; null where there is nowhere to put them. */
export function useTakeFiles(): TakeFiles | null {
  return use(FilesContext)
}

/**
 * Uploads files and puts a block for each where they were dropped or pasted; one that fails leaves nothing behind. The
 * function stays the same from key to key: every text has it from its context.
 */
export function useFilesIntoText(actions: BlockActions): TakeFiles {
  const takeFile = useTakeFile()
  const notify = useNotify()

  return useCallback(
    (files, place) => {
      const take = async (file: File, at: DropPlace | null): Promise<DropPlace | null> => {
        const media = await takeFile(file)
        if (!media) return at
        const block = blockOf({ ...media, title: plainText(media.title) || file.name, type: file.type })
        actions.transform((blocks) => {
          // What it was dropped beside may have gone meanwhile.
          const target = at && findBlock(blocks, at.clientId) ? at : null
          return { blocks: withPlaced(blocks, [block], target), caret: null }
        })
        return { clientId: block.clientId as string, side: 'after' }
      }
      const names = files.length === 1 ? (files[0]?.name ?? '') : `${files.length} files`
      if (navigator.onLine) notify({ text: `Uploading ${names} …` })
      void (async () => {
        let next = place
        for (const file of files) {
          try {
            next = await take(file, next)
          } catch (error) {
            notify({ text: `${file.name} was not uploaded. ${explainUpload(error, file)}`, tone: 'danger' })
          }
        }
      })()
    },
    [actions, takeFile, notify],
  )
}

function blockOf({ type, ...file }: TakenFile & { type: string }): ContentBlock {
  const [kind] = type.split('/')
  if (kind === 'image') return withPicture(makeBlock('core/image'), file)
  if (kind === 'audio' || kind === 'video') return makeSourceBlock(`core/${kind}`, playerSource(kind, file))
  return makeSourceBlock('core/file', fileSource(file))
}
