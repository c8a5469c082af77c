import { useState } from 'react'
import { MediaPicker } from '../../document/MediaPicker'
import { Button } from '../../ui/Button'
import { withReplaced } from '../blockRange'
import { makeGallery } from '../gallery'
import { useNewFocus, type SourceProps } from './SpotText'

/** A gallery that holds no pictures yet. */
export function GalleryBlock(props: SourceProps) {
  const element = useNewFocus(props)
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div ref={element} className="file-block">
      <Button size="small" onClick={() => setIsChoosing(true)}>
        Choose pictures
      </Button>
      {isChoosing && (
        <MediaPicker
          isMultiple
          onClose={() => setIsChoosing(false)}
          onChooseAll={(pictures) => {
            setIsChoosing(false)
            props.actions.transform((blocks) => ({
              ...withReplaced(blocks, [props.block], [makeGallery(pictures)]),
              caret: null,
            }))
          }}
        />
      )}
    </div>
  )
}
