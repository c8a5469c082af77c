import { useState } from 'react'
import { useEntityRecord, type UseEntityFieldResult } from 'copydesk/react'
import { MediaLibrary } from '../media/MediaLibrary'
import { Thumbnail } from '../media/Thumbnail'
import { Dialog } from '../ui/Dialog'

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
  const [isChoosing, setIsChoosing] = useState(false)
  function choose(media: number) {
    set(media)
    setIsChoosing(false)
  }

  return (
    <fieldset>
      <legend>Featured image</legend>
      {picture && <Thumbnail media={picture} />}
      {!picture && read.error && <p className="quiet">It is not there any more.</p>}
      <div className="tools">
        <button onClick={() => setIsChoosing(true)}>
          {chosen ? 'Choose another one' : 'Choose a picture'}
        </button>
        {chosen !== 0 && <button onClick={() => set(0)}>Remove</button>}
      </div>
      {isChoosing && (
        <Dialog title="Choose a picture" isWide onClose={() => setIsChoosing(false)}>
          <MediaLibrary
            type="image"
            isForRecord
            {...{ chosen: [chosen], explain }}
            onChoose={choose}
            onUploaded={(ids) => choose(Number(ids.at(-1)))}
          />
        </Dialog>
      )}
    </fieldset>
  )
}
