import { useState } from 'react'
import { selectEditedEntityRecord } from 'copydesk'
import { isLocalId } from 'copydesk/durable'
import { useEntityRecord, useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../../ui/Button'
import { Skeleton } from '../../ui/Skeleton'
import type { DocumentProps } from '../DocumentView'
import { MediaPicker } from '../MediaPicker'
import { useDocumentField } from '../useDocumentField'

/** The picture that stands for the document. */
export function FeaturedImage({ type, id }: DocumentProps) {
  useRenders('FeaturedImage')
  const { value = 0, change } = useDocumentField(type, id, 'featured_media')
  const { record, error } = useEntityRecord('postType', 'attachment', value, {
    enabled: value > 0,
    context: 'view',
  })
  // One that the site does not know yet is on this device.
  const own = useEntitySelector((state) =>
    isLocalId(value) ? selectEditedEntityRecord(state, 'postType', 'attachment', value) : undefined,
  )
  const picture = record ?? own
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div className="featured-image">
      {value !== 0 &&
        (picture ? (
          <img
            src={picture.source_url}
            alt={picture.alt_text || 'The featured image, which has no description'}
          />
        ) : error ? (
          <p className="hint">Picture {value} is not there any more, or not for you to see.</p>
        ) : (
          <Skeleton height="9rem" />
        ))}
      <div className="row-of">
        <Button size="small" onClick={() => setIsChoosing(true)}>
          {value !== 0 ? 'Replace' : 'Choose a picture'}
        </Button>
        {value !== 0 && (
          <Button size="small" variant="plain" onClick={() => change(0)}>
            Remove
          </Button>
        )}
      </div>
      {isChoosing && (
        <MediaPicker
          onClose={() => setIsChoosing(false)}
          onChoose={(picture) => {
            setIsChoosing(false)
            change(picture.id)
          }}
        />
      )}
    </div>
  )
}
