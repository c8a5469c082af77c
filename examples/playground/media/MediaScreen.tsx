import { useState } from 'react'
import { Image } from 'lucide-react'
import { DevtoolsArea, useRenders } from 'copydesk/devtools'
import { MediaLibrary } from '../../editor/media/MediaLibrary'
import { addresses, goToAddress } from '../route'
import { useSession } from '../session/SessionContext'
import { EmptyState } from '../ui/EmptyState'
import './media.css'
import { MediaDetails } from './MediaDetails'
import { explainUpload } from './uploadProblem'

const types = { '': 'All types', image: 'Images', video: 'Video', audio: 'Audio', application: 'Documents' }

/** The media library: `id` is the attachment that is open, if one is. */
export function MediaScreen({ id }: { id: string | undefined }) {
  useRenders('MediaScreen')
  const { user } = useSession()
  const [type, setType] = useState('')
  const open = id === undefined ? undefined : Number(id)
  return (
    <main className="media" tabIndex={-1} data-open={id !== undefined}>
      {id === undefined && <title>Media · Copydesk</title>}
      <div className="media-library editor">
        <h2>Media</h2>
        {/* Another sort of files begins on its first page. */}
        <MediaLibrary
          key={type}
          type={type}
          chosen={[open]}
          onChoose={(file) => goToAddress(file === open ? addresses.media() : addresses.media(file))}
          explain={explainUpload}
        >
          <select aria-label="Type" value={type} onChange={({ target }) => setType(target.value)}>
            {Object.entries(types).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </MediaLibrary>
      </div>
      {open === undefined ? (
        <div className="media-details media-nothing">
          <EmptyState icon={Image} title="No file selected">
            <p>Select one to describe it, rotate it or crop it.</p>
          </EmptyState>
        </div>
      ) : (
        <DevtoolsArea name="File details">
          <MediaDetails key={open} id={open} role={user.role} />
        </DevtoolsArea>
      )}
    </main>
  )
}
