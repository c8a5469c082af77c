import { useLayoutEffect, useRef, useState } from 'react'
import type { ContentBlock } from 'copydesk'
import { ImagePlus, Plus } from 'lucide-react'
import { MediaPicker } from '../document/MediaPicker'
import { Button } from '../ui/Button'
import { blockLabel } from './blockNames'
import { coverPictureOf, summaryOf, withCoverPicture, withSummary } from './containers'
import { framedOf, isOpenContainer } from './editableBlock'
import { pictureIn } from './pictureIn'
import { RichText } from './RichText'
import { wordsOf } from './wordsOf'
import type { BlockActions } from './useBlockActions'

interface ContainerHeadProps {
  block: ContentBlock
  actions: BlockActions
  /** Whether its tools are shown. */
  isActive: boolean
}

/** What a container is, to come to its tools by; what it shows itself, and a way to begin where it is empty. */
export function ContainerHead({ block, actions, isActive }: ContainerHeadProps) {
  const { clientId = '', innerBlocks } = block
  const head = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (actions.takeCaret(clientId) !== null) head.current?.focus()
  })
  const summary = summaryOf(block)
  const cover = coverPictureOf(block)
  return (
    <>
      <div className="container-head">
        <button
          ref={head}
          type="button"
          className="block-kind"
          aria-expanded={isActive}
          // Some browsers focus no button that is clicked.
          onClick={({ currentTarget }) => currentTarget.focus()}
        >
          {blockLabel(block)}
        </button>
        {summary === undefined && (
          <span className="hint truncate">{wordsOf(framedOf(block)?.before ?? '')}</span>
        )}
        {cover !== undefined && <CoverPicture block={block} image={cover} actions={actions} />}
        {innerBlocks.length === 0 && isOpenContainer(block) && (
          <Button size="small" variant="plain" onClick={() => actions.addInside(clientId)}>
            <Plus aria-hidden /> Write here
          </Button>
        )}
      </div>
      {summary !== undefined && (
        <RichText
          clientId={`${clientId} summary`}
          actions={actions}
          label="Summary"
          className="text-summary"
          html={summary}
          placeholder="What is shown while it is closed"
          isBlock={false}
          onType={(typed) => {
            const { before } = framedOf(withSummary(block, typed)) ?? {}
            if (before !== undefined) actions.type(clientId, { before }, null)
          }}
        />
      )}
    </>
  )
}

/** The picture behind a cover, and how to get another one there. */
function CoverPicture({
  block,
  image,
  actions,
}: {
  block: ContentBlock
  image: string
  actions: BlockActions
}) {
  const [isChoosing, setIsChoosing] = useState(false)
  const { source, alt } = pictureIn(image)
  return (
    <>
      {source !== '' && <img className="cover-picture" src={source} alt={alt} />}
      <Button size="small" onClick={() => setIsChoosing(true)}>
        <ImagePlus aria-hidden /> {image === '' ? 'Choose a picture' : 'Replace'}
      </Button>
      {isChoosing && (
        <MediaPicker
          onClose={() => setIsChoosing(false)}
          onChoose={({ id, url, alt: described }) => {
            setIsChoosing(false)
            actions.change(block.clientId ?? '', (current) =>
              withCoverPicture(current, { id, url, alt: described }),
            )
          }}
        />
      )}
    </>
  )
}
