import { contentOf } from '../editableBlock'
import { captionOf, withCaptionText } from '../spots'
import { SpotText, type SourceProps } from './SpotText'

/** What stands below a figure; nothing where it is more than text. */
export function Caption(props: SourceProps) {
  const spot = captionOf(contentOf(props.block))
  if (!spot) return null
  return (
    <figcaption>
      <SpotText
        {...props}
        place="caption"
        spot={spot}
        label="Caption"
        placeholder="Caption"
        className="text-cite"
        change={withCaptionText}
      />
    </figcaption>
  )
}
