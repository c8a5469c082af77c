import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import type { LinkResult } from 'copydesk'
import { useLinkSearch } from 'copydesk/react'
import { Search } from 'lucide-react'
import { DevtoolsArea } from 'copydesk/devtools'
import { useRenders } from 'copydesk/devtools'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { ErrorState } from '../ui/ErrorState'
import { addressIn } from './addressIn'
import { EmbedPreview } from './EmbedPreview'
import './links.css'
import { LinkOption } from './LinkOption'
import { UrlDetails } from './UrlDetails'

/** What was chosen to be linked to. */
export interface ChosenLink {
  url: string
  /** The title of what it leads to, where that is known. */
  title: string
  /** What of the site it is; absent for a mere address. */
  found?: LinkResult
}

interface LinkDialogProps {
  /** The words that are to be linked: what is searched for first. */
  text: string
  /** Where the link leads that there is already. */
  address?: string | undefined
  onChoose: (link: ChosenLink) => void
  /** Puts the thing itself in place of a link to it; without it there is no such choice. */
  onEmbed?: ((link: ChosenLink) => void) | undefined
  /** Makes mere text of the link that there is; without it there is none. */
  onRemove?: (() => void) | undefined
  onClose: () => void
}

/** Asks where a link is to lead: to something of the site that is found as one types, or to an address that is pasted. */
export function LinkDialog(props: LinkDialogProps) {
  return (
    <DevtoolsArea name="Link dialog">
      <LinkChoice {...props} />
    </DevtoolsArea>
  )
}

function LinkChoice({ text, address: known, onChoose, onEmbed, onRemove, onClose }: LinkDialogProps) {
  useRenders('LinkChoice')
  const [value, setValue] = useState(known ?? text)
  /** The place of the suggestion that Enter takes; null until one was pointed at. */
  const [active, setActive] = useState<number | null>(null)
  /** Whether Enter was pressed before there was anything to take. */
  const [isAwaited, setIsAwaited] = useState(false)
  const [isEmbedShown, setIsEmbedShown] = useState(false)
  const listId = useId()
  const address = addressIn(value)
  const { results, isPrevious, isFetching, error, refetch } = useLinkSearch(value, {
    enabled: address === null,
    perPage: 8,
  })
  const options = address === null ? (results ?? []) : []
  const place = active ?? (isMeant(options[0], value) ? 0 : null)
  const option = place === null ? undefined : options[Math.min(place, options.length - 1)]
  const chosen: ChosenLink | undefined =
    address === null ? option && foundLink(option) : { url: address, title: '' }

  const take = useEffectEvent(() => {
    if (chosen) onChoose(chosen)
  })
  useEffect(() => {
    if (isAwaited && !isFetching && !isPrevious) take()
  }, [isAwaited, isFetching, isPrevious])

  function type(next: string) {
    setValue(next)
    setActive(null)
    setIsAwaited(false)
    setIsEmbedShown(false)
  }

  function go(next: number) {
    setActive((next + options.length) % options.length)
    setIsEmbedShown(false)
  }

  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      go(place === null ? (step === 1 ? 0 : -1) : place + step)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (chosen && !isPrevious) onChoose(chosen)
    else if (isFetching) setIsAwaited(true)
  }

  return (
    <Dialog
      title="Link"
      size="wide"
      onClose={onClose}
      actions={
        <>
          {onRemove && <Button onClick={onRemove}>Remove the link</Button>}
          <Button onClick={onClose}>Cancel</Button>
          {onEmbed && (!chosen || isWebAddress(chosen.url)) && (
            <Button disabled={!chosen || isPrevious} onClick={() => chosen && onEmbed(chosen)}>
              Embed it
            </Button>
          )}
          <Button
            variant="primary"
            disabled={!chosen || isPrevious}
            onClick={() => chosen && onChoose(chosen)}
          >
            Link to it
          </Button>
        </>
      }
    >
      <div className="link-search">
        <Search aria-hidden />
        <input
          className="input"
          role="combobox"
          aria-label="Search, or paste an address"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={option && `${listId}-${options.indexOf(option)}`}
          placeholder="Search, or paste an address"
          autoFocus
          data-native-undo
          // What is typed takes the place of the words, or of the address that there was.
          onFocus={({ target }) => target.select()}
          value={value}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <p className="hidden" role="status">
        {address === null && !isFetching && results ? `${options.length} found` : ''}
      </p>
      <div className="link-found" aria-busy={isFetching} data-previous={isPrevious}>
        <ul id={listId} role="listbox" aria-label="Suggestions">
          {options.map((link, at) => (
            <LinkOption
              key={`${link.kind}/${link.type}/${link.id}`}
              id={`${listId}-${at}`}
              link={link}
              isActive={link === option}
              onPoint={() => go(at)}
              onChoose={() => onChoose(foundLink(link))}
            />
          ))}
        </ul>
        {address !== null && <UrlDetails key={address} url={address} />}
        {address === null && !results && isFetching && <p className="hint">Searching …</p>}
        {address === null && results?.length === 0 && !isFetching && (
          <p className="hint">No results on this site. You can also paste an address.</p>
        )}
        <ErrorState error={address === null ? error : null} onRetry={refetch} />
      </div>
      {chosen && isWebAddress(chosen.url) && (
        <details
          className="link-embed"
          open={isEmbedShown}
          onToggle={(event) => setIsEmbedShown(event.currentTarget.open)}
        >
          <summary>How it looks embedded</summary>
          {isEmbedShown && <EmbedPreview key={chosen.url} url={chosen.url} />}
        </details>
      )}
    </Dialog>
  )
}

function foundLink(found: LinkResult): ChosenLink {
  return { url: found.url, title: found.title, found }
}

/** Whether a suggestion is called what was searched for: one that only has the words in its text was not meant. */
function isMeant(link: LinkResult | undefined, text: string): boolean {
  return link !== undefined && link.title.toLowerCase().includes(text.trim().toLowerCase())
}

function isWebAddress(url: string): boolean {
  return /^https?:/i.test(url)
}
