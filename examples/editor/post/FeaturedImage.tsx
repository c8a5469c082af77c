import { useEntityRecord, type UseEntityFieldResult } from 'copydesk/react'
import { MediaLibrary } from '../media/MediaLibrary'
import { Thumbnail } from '../media/Thumbnail'
import { DialogButton } from '../ui/Dialog'

interface FeaturedImageProps {
  field: Pick<UseEntityFieldResult<number>, 'value' | 'set'>
  /** Why a file was not taken. Default `errorText`. */
  explain?: (error: unknown, file: File) => string
}

/** The picture that stands for a post, chosen from the library or uploaded there. */
export function FeaturedImage({ field: { value: chosen = 0, set }, explain }: FeaturedImageProps) {
  const read = useEntityRecord('postType', 'attachment', chosen || undefined, { context: 'view' })
  // One that waits for a network is on this device.
  const picture = read.record ?? read.editedRecord

  return (
    <fieldset>
      <legend>Featured image</legend>
      {picture && <Thumbnail media={picture} />}
      {!picture && read.error && <p className="quiet">It is not there any more.</p>}
      <div className="tools">
        <DialogButton
          label={chosen ? 'Choose another one' : 'Choose a picture'}
          title="Choose a picture"
          isWide
        >
          {(close) => (
            <MediaLibrary
              type="image"
              isForRecord
              {...{ chosen: [chosen], explain }}
              onChoose={(media) => (set(media), close())}
              onUploaded={(ids) => (set(Number(ids.at(-1))), close())}
            />
          )}
        </DialogButton>
        {chosen !== 0 && <button onClick={() => set(0)}>Remove</button>}
      </div>
    </fieldset>
  )
}
