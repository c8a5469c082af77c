import { useRef } from 'react'
import { Upload } from 'lucide-react'
import { Button } from '../ui/Button'

interface FileButtonProps {
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** Lets one choose files from the disk, several at once. */
export function FileButton({ disabled, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        <Upload aria-hidden /> Upload
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
