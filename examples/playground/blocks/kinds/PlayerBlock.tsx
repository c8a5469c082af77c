import { useState } from 'react'
import { MediaPicker } from '../../document/MediaPicker'
import { plainText } from '../../plainText'
import { Button } from '../../ui/Button'
import { contentOf } from '../editableBlock'
import { isSafeAddress } from '../inlineHtml'
import { isOwnFile } from '../pictureIn'
import { playerSource } from '../sourceKinds'
import { withCaptionText, captionOf } from '../spots'
import { Caption } from './Caption'
import { changeSource, useNewFocus, type SourceProps } from './SpotText'

/** A sound or a film, as readers hear or see it. */
export function PlayerBlock({ kind, ...props }: SourceProps & { kind: 'audio' | 'video' }) {
  const element = useNewFocus(props)
  const [isChoosing, setIsChoosing] = useState(false)
  const source = contentOf(props.block)
  const address = plainText(/ src="([^"]*)"/.exec(source)?.[1] ?? '')
  const isShown = address !== '' && (isSafeAddress(address) || isOwnFile(address))
  const Player = kind
  return (
    <figure className="player-block">
      {isShown && (
        <Player controls preload="none" src={address} aria-label={kind === 'audio' ? 'Audio' : 'Video'} />
      )}
      <div ref={element} className="image-fields">
        <Button size="small" onClick={() => setIsChoosing(true)}>
          {isShown ? `Replace ${kind}` : `Choose ${kind === 'audio' ? 'an audio file' : 'a video'}`}
        </Button>
      </div>
      {isShown && <Caption {...props} />}
      {isChoosing && (
        <MediaPicker
          kind={kind}
          onClose={() => setIsChoosing(false)}
          onChoose={(file) => {
            setIsChoosing(false)
            changeSource(props, withCaptionText(playerSource(kind, file), captionOf(source)?.text ?? ''))
          }}
        />
      )}
    </figure>
  )
}
