import { Dialog } from '../ui/Dialog'

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
  onClose: () => void
}

/** Asks where a link is to lead. */
export function LinkDialog({ text, onClose }: LinkDialogProps) {
  return (
    <Dialog title="Link" onClose={onClose}>
      <p>{text}</p>
    </Dialog>
  )
}
