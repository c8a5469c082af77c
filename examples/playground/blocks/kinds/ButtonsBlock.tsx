import { useState } from 'react'
import { Link, Plus, Trash2 } from 'lucide-react'
import { LinkDialog } from '../../links/LinkDialog'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { findBlocks } from '../blockGrammar'
import { contentOf } from '../editableBlock'
import { escapeAttribute, isSafeAddress } from '../inlineHtml'
import { withButton } from '../sourceKinds'
import { spotsIn, type Spot } from '../spots'
import { changeSource, SpotText, useNewFocus, type SourceProps } from './SpotText'

const text = /(<a class="wp-block-button__link[^<>]*>)([^]*?)(<\/a>)/g

/** The texts of the buttons in a block of them; null where one holds more than text. */
export function buttonsIn(source: string): readonly Spot[] | null {
  const spots = spotsIn(source, text)
  const inner = findBlocks(source)[0]?.inner ?? []
  return spots && inner.length === spots.length ? spots : null
}

/** Buttons, with what they say and where they lead. */
export function ButtonsBlock({ buttons, ...props }: SourceProps & { buttons: readonly Spot[] }) {
  const element = useNewFocus(props)
  const [linked, setLinked] = useState<number | null>(null)
  const source = contentOf(props.block)
  const spot = linked === null ? undefined : buttons[linked]
  return (
    <div ref={element} className="buttons-block">
      {buttons.map((one, place) => (
        <div key={place} className="one-button">
          <SpotText
            {...props}
            place={place}
            spot={one}
            label={`Button ${place + 1}`}
            placeholder="Button text"
            className="button-text"
          />
          <IconButton
            size="small"
            icon={Link}
            label={`Link of button ${place + 1}`}
            aria-pressed={addressOf(source, one) !== ''}
            onClick={() => setLinked(place)}
          />
          {buttons.length > 1 && (
            <IconButton
              size="small"
              icon={Trash2}
              label={`Remove button ${place + 1}`}
              onClick={() => changeSource(props, withoutButton(source, place))}
            />
          )}
        </div>
      ))}
      <Button size="small" variant="plain" onClick={() => changeSource(props, withButton(source))}>
        <Plus aria-hidden /> Add button
      </Button>
      {spot && (
        <LinkDialog
          text={spot.text.replace(/<[^>]*>/g, '')}
          address={addressOf(source, spot) || undefined}
          onClose={() => setLinked(null)}
          onChoose={({ url }) => {
            setLinked(null)
            changeSource(props, withAddress(source, spot, url))
          }}
        />
      )}
    </div>
  )
}

function openingOf(source: string, { start }: Spot): { from: number; tag: string } {
  const from = source.lastIndexOf('<a ', start)
  return { from, tag: source.slice(from, start) }
}

function addressOf(source: string, spot: Spot): string {
  return / href="([^"]*)"/.exec(openingOf(source, spot).tag)?.[1] ?? ''
}

function withAddress(source: string, spot: Spot, url: string): string {
  if (!isSafeAddress(url)) return source
  const { from, tag } = openingOf(source, spot)
  const bare = tag.replace(/ href="[^"]*"/, '')
  return `${source.slice(0, from)}${bare.slice(0, -1)} href="${escapeAttribute(url)}">${source.slice(spot.start)}`
}

function withoutButton(source: string, place: number): string {
  const gone = findBlocks(source)[0]?.inner[place]
  if (!gone) return source
  return source.slice(0, gone.start).trimEnd() + source.slice(gone.end)
}
