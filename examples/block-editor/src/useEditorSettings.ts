import { useMemo } from 'react'
import { searchLinks, uploadMedia, type EntityId } from 'copydesk'
import { useCanUser, useEntityStore } from 'copydesk/react'

/** Blocks that a writer inserts; others in a text are shown and kept as they are. */
const allowedBlockTypes = [
  'paragraph',
  'heading',
  'list',
  'list-item',
  'quote',
  'pullquote',
  'verse',
  'code',
  'preformatted',
  'image',
  'gallery',
  'media-text',
  'cover',
  'video',
  'audio',
  'file',
  'embed',
  'table',
  'separator',
  'spacer',
  'buttons',
  'button',
  'columns',
  'column',
  'group',
  'details',
  'html',
].map((name) => `core/${name}`)

interface MediaUpload {
  readonly filesList: ArrayLike<File>
  readonly onFileChange: (media: readonly object[]) => void
  readonly onError?: (error: unknown) => void
  readonly additionalData?: object
}

/** What the block editor asks of a site beside blocks: uploads and link search, both answered by the store. */
export function useEditorSettings(kind: 'postType', name: 'post', id: EntityId) {
  const store = useEntityStore()
  const canUpload = useCanUser('create', 'media')
  return useMemo(() => {
    const upload = async ({ filesList, onFileChange, onError, additionalData }: MediaUpload) => {
      const uploaded = await Promise.all(
        Array.from(filesList, (file) =>
          store
            .dispatch(
              uploadMedia(file, { data: { ...additionalData, post: Number(id) }, throwOnError: true }),
            )
            .catch((error: unknown) => onError?.(error)),
        ),
      )
      onFileChange(
        uploaded.flatMap((media) =>
          media
            ? [
                {
                  id: media.id,
                  url: media.source_url,
                  alt: media.alt_text,
                  caption: media.caption.raw,
                  title: media.title.raw,
                  mime: media.mime_type,
                  link: media.link,
                },
              ]
            : [],
        ),
      )
    }
    return {
      allowedBlockTypes,
      hasFixedToolbar: true,
      // Without the right to upload, blocks offer no upload.
      mediaUpload: canUpload ? upload : undefined,
      __experimentalFetchLinkSuggestions: (search: string, options: object) =>
        store.dispatch(searchLinks(search, options)),
      postId: id,
      postType: name,
    }
  }, [store, canUpload, id, name])
}
