import { useId, useState, type KeyboardEvent } from 'react'
import { useLinkSearch } from 'copydesk/react'
import { Search } from 'lucide-react'
import { AskedBy } from '../hood/AskedBy'
import { useRenders } from '../hood/useRenders'
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
}

interface LinkDialogProps {
  /** The words that are to be linked: what is searched for first. */
  text: string
  onChoose: (link: ChosenLink) => void
  /** Puts the thing itself in place of a link to it; without it there is no such choice. */
  onEmbed?: ((link: ChosenLink) => void) | undefined
  onClose: () => void
}

/** Asks where a link is to lead: to something of the site that is found as one types, or to an address that is pasted. */
export function LinkDialog(props: LinkDialogProps) {
  return (
    <AskedBy name="Link dialog">
      <LinkChoice {...props} />
    </AskedBy>
  )
}

function LinkChoice({ text, onChoose, onEmbed, onClose }: LinkDialogProps) {
  useRenders('LinkChoice')
  const [value, setValue] = useState(text)
  const [active, setActive] = useState(0)
  const [isEmbedShown, setIsEmbedShown] = useState(false)
  const listId = useId()
  const address = addressIn(value)
  const { results, isPrevious, isFetching, error, refetch } = useLinkSearch(value, {
    enabled: address === null,
    perPage: 8,
  })
  const options = address === null ? (results ?? []) : []
  const option = options[Math.min(active, options.length - 1)]
  const chosen: ChosenLink | undefined = address === null ? option : { url: address, title: '' }

  function type(next: string) {
    setValue(next)
    setActive(0)
    setIsEmbedShown(false)
  }

  function go(place: number) {
    setActive((place + options.length) % options.length)
    setIsEmbedShown(false)
  }

  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      go(active + step)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen && !isPrevious) {
      event.preventDefault()
      onChoose(chosen)
    }
  }

  return (
    <Dialog
      title="Link"
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {onEmbed && (
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
          {options.map((link, place) => (
            <LinkOption
              key={`${link.kind}/${link.type}/${link.id}`}
              id={`${listId}-${place}`}
              link={link}
              isActive={link === option}
              onPoint={() => go(place)}
              onChoose={() => onChoose(link)}
            />
          ))}
        </ul>
        {address !== null && <UrlDetails key={address} url={address} />}
        {address === null && !results && isFetching && <p className="hint">Searching …</p>}
        {address === null && results?.length === 0 && !isFetching && (
          <p className="hint">Nothing on this site is called that. An address can be pasted, too.</p>
        )}
        <ErrorState error={address === null ? error : null} onRetry={refetch} />
      </div>
      {chosen && /^https?:/.test(chosen.url) && (
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
