import { useState } from 'react'
import { useEntityRecord } from 'copydesk/react'
import { MediaLibrary } from '../media/MediaLibrary'
import { Thumbnail } from '../media/Thumbnail'
import { posts } from '../posts/posts'
import { Dialog } from '../ui/Dialog'

/** The picture that stands for a post, chosen from the library or uploaded there. */
export function FeaturedImage({ id }: { id: number }) {
  const { value: chosen = 0, set } = posts.useField(id, 'featured_media')
  const { record } = useEntityRecord('postType', 'attachment', chosen || undefined, { context: 'view' })
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <fieldset>
      <legend>Featured image</legend>
      {record && <Thumbnail media={record} />}
      <div className="tools">
        <button onClick={() => setIsChoosing(true)}>
          {chosen ? 'Choose another one' : 'Choose a picture'}
        </button>
        {chosen > 0 && <button onClick={() => set(0)}>Remove</button>}
      </div>
      {isChoosing && (
        <Dialog title="Choose a picture" isWide onClose={() => setIsChoosing(false)}>
          <MediaLibrary
            chosen={chosen}
            onChoose={(media) => {
              set(media)
              setIsChoosing(false)
            }}
          />
        </Dialog>
      )}
    </fieldset>
  )
}
