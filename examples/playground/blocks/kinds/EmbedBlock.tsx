import { useState, type FormEvent } from 'react'
import { EmbedPreview } from '../../links/EmbedPreview'
import { addressIn } from '../../links/addressIn'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { embedSource, settingsOf } from '../sourceKinds'
import { Caption } from './Caption'
import { changeSource, useNewFocus, type SourceProps } from './SpotText'

/** Something of another site, as its provider shows it. */
export function EmbedBlock(props: SourceProps) {
  const element = useNewFocus(props)
  // A preview asks the site, and that the provider: only where somebody wants to see it.
  const [isShown, setIsShown] = useState(false)
  const { url } = settingsOf(props.block)
  const address = typeof url === 'string' ? url : ''
  return (
    <figure className="embed-block" ref={element}>
      {address === '' ? (
        <AddressForm
          onChoose={(chosen) => {
            setIsShown(true)
            changeSource(props, embedSource(chosen))
          }}
        />
      ) : (
        <>
          {isShown && <EmbedPreview key={address} url={address} />}
          <div className="embed-address">
            <a className="truncate" href={address} target="_blank" rel="noreferrer">
              {address}
            </a>
            <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
              {isShown ? 'Hide preview' : 'Show preview'}
            </Button>
          </div>
          <Caption {...props} />
        </>
      )}
    </figure>
  )
}

function AddressForm({ onChoose }: { onChoose: (address: string) => void }) {
  const [text, setText] = useState('')
  const address = addressIn(text)
  const isWeb = address !== null && /^https?:/.test(address)
  return (
    <form
      className="row-of address-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (isWeb) onChoose(address)
      }}
    >
      <TextField
        label="Address to embed"
        placeholder="https://"
        inputMode="url"
        value={text}
        data-native-undo
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={!isWeb}>
        Embed
      </Button>
    </form>
  )
}
