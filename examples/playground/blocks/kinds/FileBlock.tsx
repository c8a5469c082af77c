import { useState } from 'react'
import { MediaPicker } from '../../document/MediaPicker'
import { Button } from '../../ui/Button'
import { fileSource } from '../sourceKinds'
import { spotsIn, type Spot } from '../spots'
import { changeSource, SpotText, useNewFocus, type SourceProps } from './SpotText'

const texts = /(<a(?: [^<>]*)?>)([^]*?)(<\/a>)/g

/** The name of a file and what its button says; null where they hold more than text. */
export function fileTextsIn(source: string): readonly Spot[] | null {
  return source.includes('<object') ? null : spotsIn(source, texts)
}

/** A file for readers to load down, with its name and its button. */
export function FileBlock({ spots, ...props }: SourceProps & { spots: readonly Spot[] }) {
  const element = useNewFocus(props)
  const [isChoosing, setIsChoosing] = useState(false)
  const [name, button] = spots
  return (
    <div ref={element} className="file-block">
      {name && (
        <SpotText
          {...props}
          place={0}
          spot={name}
          label="File name"
          placeholder="File name"
          className="file-name"
        />
      )}
      {button && (
        <SpotText
          {...props}
          place={1}
          spot={button}
          label="Button text"
          placeholder="Button text"
          className="button-text"
        />
      )}
      <div className={name ? 'image-fields' : undefined}>
        <Button size="small" onClick={() => setIsChoosing(true)}>
          {name ? 'Replace file' : 'Choose a file'}
        </Button>
      </div>
      {isChoosing && (
        <MediaPicker
          kind="file"
          onClose={() => setIsChoosing(false)}
          onChoose={(file) => {
            setIsChoosing(false)
            changeSource(props, fileSource(file))
          }}
        />
      )}
    </div>
  )
}
