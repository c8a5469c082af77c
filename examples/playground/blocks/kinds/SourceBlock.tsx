import type { ReactNode } from 'react'
import { contentOf } from '../editableBlock'
import { settingsOf } from '../sourceKinds'
import { spotsIn } from '../spots'
import { rowsOf } from '../tableSource'
import { ButtonsBlock, buttonsIn } from './ButtonsBlock'
import { EmbedBlock } from './EmbedBlock'
import { FileBlock, fileTextsIn } from './FileBlock'
import { GalleryBlock } from './GalleryBlock'
import { PlayerBlock } from './PlayerBlock'
import { SourceEditor } from './SourceEditor'
import { SpotText, useNewFocus, type SourceProps } from './SpotText'
import { TableBlock } from './TableBlock'

/** A block that is kept as its source: edited where it stands or shown as it looks, where this editor knows how. */
export function SourceBlock(props: SourceProps) {
  const { block } = props
  const known = shownBlock(props)
  return known ?? <SourceEditor key={contentOf(block)} {...props} />
}

function shownBlock(props: SourceProps): ReactNode {
  const source = contentOf(props.block)
  switch (props.block.name) {
    case 'core/table': {
      const rows = rowsOf(source)
      return rows && <TableBlock {...props} rows={rows} />
    }
    case 'core/buttons': {
      const buttons = buttonsIn(source)
      return buttons && <ButtonsBlock {...props} buttons={buttons} />
    }
    case 'core/audio':
      return <PlayerBlock {...props} kind="audio" />
    case 'core/video':
      return <PlayerBlock {...props} kind="video" />
    case 'core/file': {
      const spots = fileTextsIn(source)
      return spots && <FileBlock {...props} spots={spots} />
    }
    case 'core/embed':
      return <EmbedBlock {...props} />
    case 'core/gallery':
      return source.includes('<img') ? null : <GalleryBlock {...props} />
    case 'core/pullquote':
      return (
        <Texts
          {...props}
          pattern={pullquoteTexts}
          labels={['Pullquote', 'Who said it']}
          className="pullquote"
        />
      )
    case 'core/verse':
    case 'core/preformatted':
      return (
        <Texts
          {...props}
          pattern={preTexts}
          labels={[props.block.name === 'core/verse' ? 'Verse' : 'Preformatted']}
          className="verse"
        />
      )
    case 'core/spacer':
      return <Spacer {...props} />
    case 'core/more':
    case 'core/nextpage':
      return (
        <div className="page-break" tabIndex={0} role="separator" aria-label="Break">
          {props.block.name === 'core/more' ? 'Read more' : 'Page break'}
        </div>
      )
    default:
      return null
  }
}

const pullquoteTexts = /(<(?:p|cite)(?: [^<>]*)?>)([^]*?)(<\/(?:p|cite)>)/g
const preTexts = /(<pre(?: [^<>]*)?>)([^]*?)(<\/pre>)/g

interface TextsProps extends SourceProps {
  pattern: RegExp
  /** What the texts are called; the last name is that of all further ones. */
  labels: readonly string[]
  className: string
}

/** The texts in a block's source, one below the other. */
function Texts({ pattern, labels, className, ...props }: TextsProps) {
  const element = useNewFocus(props)
  const spots = spotsIn(contentOf(props.block), pattern)
  if (!spots || spots.length === 0) return <SourceEditor {...props} />
  return (
    <div ref={element} className={className}>
      {spots.map((spot, place) => {
        const label = labels[Math.min(place, labels.length - 1)] ?? ''
        return <SpotText key={place} {...props} {...{ place, spot, label }} placeholder={label} isMultiline />
      })}
    </div>
  )
}

/** Room between blocks, in its height. */
function Spacer({ block }: SourceProps) {
  const { height = '100px' } = settingsOf(block)
  const pixels = Math.min(400, Math.max(8, Number.parseInt(String(height), 10) || 100))
  return (
    <div className="spacer" style={{ height: pixels }} tabIndex={0} role="separator" aria-label="Spacer">
      {String(height)}
    </div>
  )
}
