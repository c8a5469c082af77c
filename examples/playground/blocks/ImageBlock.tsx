import { useLayoutEffect, useRef, useState } from 'react'
import type { ContentBlock } from 'copydesk'
import { ImagePlus } from 'lucide-react'
import { MediaPicker } from '../document/MediaPicker'
import { Button } from '../ui/Button'
import { TextField } from '../ui/Field'
import { contentOf, framedOf, withAlt, withCaption, withPicture } from './editableBlock'
import { pictureIn } from './pictureIn'
import { RichText } from './RichText'
import type { BlockActions } from './useBlockActions'

/** A picture with its description for those who can't see it, and its caption. */
export function ImageBlock({ block, actions }: { block: ContentBlock; actions: BlockActions }) {
  const { clientId = '' } = block
  const [isChoosing, setIsChoosing] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)
  const { source, alt } = pictureIn(framedOf(block)?.image ?? '')
  useLayoutEffect(() => {
    if (actions.takeCaret(clientId) !== null) chooser.current?.focus()
  })
  return (
    <figure className="image-block">
      {source !== '' && <img src={source} alt={alt} />}
      <div className="image-fields">
        <Button ref={chooser} size="small" onClick={() => setIsChoosing(true)}>
          <ImagePlus aria-hidden /> {source === '' ? 'Choose a picture' : 'Replace'}
        </Button>
        {source !== '' && (
          <TextField
            label="Alt text"
            value={alt}
            onChange={({ target }) => {
              const { image: described } = framedOf(withAlt(block, target.value)) ?? {}
              if (described !== undefined) actions.type(clientId, { image: described }, null)
            }}
          />
        )}
      </div>
      {source !== '' && (
        <figcaption>
          <RichText
            clientId={`${clientId} caption`}
            actions={actions}
            label="Caption"
            className="text-cite"
            html={contentOf(block)}
            placeholder="Caption"
            isBlock={false}
            onType={(typed) => {
              const { content, captionFrame } = framedOf(withCaption(block, typed)) ?? {}
              if (content !== undefined && captionFrame)
                actions.type(clientId, { content, captionFrame }, null)
            }}
          />
        </figcaption>
      )}
      {isChoosing && (
        <MediaPicker
          onClose={() => setIsChoosing(false)}
          onChoose={({ id, url, alt: described }) => {
            setIsChoosing(false)
            actions.change(clientId, (current) => withPicture(current, { id, url, alt: described }))
          }}
        />
      )}
    </figure>
  )
}
