import type { Settlement } from 'copydesk/durable'
import { useState } from 'react'
import { Button } from '../ui/Button'
import { TextField } from '../ui/Field'

/** Asks whether a create has happened of which nobody knows. */
export function Settle({ onSettle }: { onSettle: (how: Settlement) => void }) {
  const [isThere, setIsThere] = useState(false)
  const [id, setId] = useState('')
  if (!isThere) {
    return (
      <>
        <Button size="small" onClick={() => setIsThere(true)}>
          It is there …
        </Button>
        <Button size="small" onClick={() => onSettle('sendAgain')}>
          It is not there: send again
        </Button>
      </>
    )
  }
  return (
    <form
      className="row-of"
      onSubmit={(event) => {
        event.preventDefault()
        onSettle({ exists: Number(id) })
      }}
    >
      <TextField
        label="Its number on the site"
        inputMode="numeric"
        pattern="[0-9]+"
        required
        autoFocus
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
      <Button size="small" type="submit">
        That is it
      </Button>
    </form>
  )
}
