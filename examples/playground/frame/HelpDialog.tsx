import { Button } from '../ui/Button'
import { keyNames } from '../keyNames'
import { Dialog } from '../ui/Dialog'
import { shortcutTexts, useShortcut } from '../useShortcut'

/** What the keys do; shown by `?`, until it is closed. */
export function HelpDialog({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  useShortcut('help', () => onToggle(true))
  if (!isOpen) return null
  const close = () => onToggle(false)
  return (
    <Dialog title="Keys" onClose={close} actions={<Button onClick={close}>Close</Button>}>
      {shortcutTexts.map(({ title, keys: list }) => (
        <section key={title}>
          <h3 className="keys-title">{title}</h3>
          <dl className="keys">
            {list.map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  {keyNames(keys.split('+')).map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
