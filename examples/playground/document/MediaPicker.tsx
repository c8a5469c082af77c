import { useState } from 'react'
import { selectEditedEntityRecord, selectEntityRecord } from 'copydesk'
import { useRenders } from 'copydesk/devtools'
import { useEntityStore } from 'copydesk/react'
import { MediaLibrary } from '../../editor/media/MediaLibrary'
import { explainUpload } from '../media/uploadProblem'
import { plainText } from '../plainText'
import { readField } from '../readField'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'

/** A picture or another file that was chosen. */
export interface ChosenPicture {
  id: number
  url: string
  alt: string
  title: string
}

interface MediaPickerProps {
  /** Default a picture. */
  kind?: keyof typeof kinds
  /** Whether several can be chosen, which `onChooseAll` is given. */
  isMultiple?: boolean
  onChoose?: (picture: ChosenPicture) => void
  onChooseAll?: (pictures: readonly ChosenPicture[]) => void
  onClose: () => void
}

const kinds = {
  image: { title: 'Choose a picture', many: 'pictures', type: 'image' },
  audio: { title: 'Choose an audio file', many: 'audio files', type: 'audio' },
  video: { title: 'Choose a video', many: 'videos', type: 'video' },
  file: { title: 'Choose a file', many: 'files', type: undefined },
} as const

/** What the library reads of a file, and a text needs of it. */
const listed = { context: 'view', _fields: 'id,title,source_url,alt_text' } as const

/** Asks for a picture, or another file, of the media library, or for one from the disk, which is uploaded. */
export function MediaPicker(props: MediaPickerProps) {
  useRenders('MediaPicker')
  const { kind = 'image', isMultiple = false, onChoose, onChooseAll, onClose } = props
  const { title, many, type } = kinds[kind]
  const { getState } = useEntityStore()
  const [chosen, setChosen] = useState<readonly number[]>([])

  function pictureOf(id: number): ChosenPicture {
    const record =
      selectEntityRecord(getState(), 'postType', 'attachment', id, listed) ??
      selectEditedEntityRecord(getState(), 'postType', 'attachment', id)
    const text = (field: string) => String(readField(record, field) ?? '')
    return {
      id,
      url: text('source_url'),
      alt: text('alt_text'),
      title: plainText(text('title')) || 'No title',
    }
  }

  function choose(ids: readonly number[]) {
    const [first] = ids
    if (isMultiple)
      setChosen([...chosen.filter((id) => !ids.includes(id)), ...ids.filter((id) => !chosen.includes(id))])
    else if (first !== undefined) onChoose?.(pictureOf(first))
  }

  return (
    <Dialog
      title={isMultiple ? `Choose ${many}` : title}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isMultiple && (
            <Button
              variant="primary"
              disabled={chosen.length === 0}
              onClick={() => onChooseAll?.(chosen.map(pictureOf))}
            >
              {chosen.length > 0 ? `Use ${chosen.length}` : 'Use them'}
            </Button>
          )}
        </>
      }
    >
      <div className="editor">
        <MediaLibrary
          {...{ chosen, type }}
          isForRecord
          onChoose={(id) => choose([id])}
          onUploaded={(ids) => choose(ids.map(Number))}
          explain={explainUpload}
        />
      </div>
    </Dialog>
  )
}
