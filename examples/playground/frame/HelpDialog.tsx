import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { shortcutTexts, useShortcut } from '../useShortcut'

/** What the keys do; shown by `?`, until it is closed. */
export function HelpDialog({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  useShortcut('help', () => onToggle(true))
  if (!isOpen) return null
  const close = () => onToggle(false)
  return (
    <Dialog title="Keys" onClose={close} actions={<Button onClick={close}>Close</Button>}>
      <dl className="keys">
        {shortcutTexts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">On a Mac, Cmd does what Ctrl does here.</p>
    </Dialog>
  )
}
