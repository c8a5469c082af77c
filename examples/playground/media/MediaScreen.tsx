import { useState } from 'react'
import { useInfiniteEntityRecords, useResourcePermissions, useUploads } from 'copydesk/react'
import { Image, Upload } from 'lucide-react'
import { DevtoolsArea } from 'copydesk/devtools'
import { useRenders } from 'copydesk/devtools'
import { useDebounced } from '../list/useDebounced'
import { withArticle } from '../session/roles'
import { useSession } from '../session/SessionContext'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { Select, TextField } from '../ui/Field'
import { useNotify } from '../ui/Notices'
import { Refusal } from '../ui/Refusal'
import { FileButton } from './FileButton'
import './media.css'
import { MediaDetails } from './MediaDetails'
import { MediaGrid } from './MediaGrid'
import { gridFields, pageSize } from './mediaFields'
import { UploadList } from './UploadList'
import { useFileDrop } from './useFileDrop'

const types = { '': 'All types', image: 'Images', video: 'Video', audio: 'Audio', application: 'Documents' }

/** The media library: `id` is the attachment that is open, if one is. */
export function MediaScreen({ id }: { id: string | undefined }) {
  useRenders('MediaScreen')
  const { user } = useSession()
  const [search, setSearch] = useState('')
  const [type, setType] = useState('')
  const { upload } = useUploads()
  const notify = useNotify()
  const { canCreate, status } = useResourcePermissions({ kind: 'postType', name: 'attachment' })
  const isRefused = status === 'success' && !canCreate
  // Where that could not be learnt, the server says so itself.
  const isOpen = canCreate || status === 'error'
  const settled = useDebounced(search.trim(), 200)
  const list = useInfiniteEntityRecords(
    'root',
    'media',
    {
      context: 'view',
      _fields: gridFields,
      per_page: pageSize,
      search: settled || undefined,
      media_type: type || undefined,
    },
    { keepPreviousData: true },
  )
  const add = (files: readonly File[]) => {
    if (isRefused)
      notify({
        text: `Nothing was uploaded: ${withArticle(user.role)} may not upload files.`,
        tone: 'danger',
      })
    else void upload(files)
  }
  const { isOver, ...dropTarget } = useFileDrop(add)
  const isBusy = list.isFetching || list.isPrevious

  return (
    <main className="media" tabIndex={-1} data-open={id !== undefined} {...dropTarget}>
      {id === undefined && <title>Media · Copydesk</title>}
      <section className="media-library" aria-label="Library">
        <header className="media-bar">
          <h2>
            Media <span className="quiet">{list.totalItems ?? ''}</span>
          </h2>
          <TextField
            label="Search"
            isLabelHidden
            type="search"
            placeholder="Search media"
            value={search}
            data-native-undo
            data-search
            onChange={(event) => setSearch(event.target.value)}
          />
          <Select label="Type" isLabelHidden value={type} onChange={(event) => setType(event.target.value)}>
            {Object.entries(types).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <FileButton disabled={!isOpen} onFiles={add} />
        </header>
        <div className="media-note">
          {isRefused ? (
            <Refusal>
              You see this library, but {withArticle(user.role)} may not upload files. An author may, and
              changes their own.
            </Refusal>
          ) : (
            isOpen && <p className="hint">Drop files anywhere here to upload them.</p>
          )}
        </div>
        <UploadList />
        <ErrorState error={list.error} onRetry={list.records ? list.fetchNextPage : list.refetch} />
        {list.records?.length === 0 && !isBusy ? (
          <EmptyState icon={Image} title={settled || type ? 'No files match' : 'No files yet'}>
            {settled || type ? (
              <Button
                size="small"
                onClick={() => {
                  setSearch('')
                  setType('')
                }}
              >
                Clear filters
              </Button>
            ) : (
              <p>Drop files here, or choose them with “Upload”.</p>
            )}
          </EmptyState>
        ) : (
          <MediaGrid list={list} openId={id} isPrevious={list.isPrevious} />
        )}
      </section>
      {id === undefined ? (
        <div className="media-details media-nothing">
          <EmptyState icon={Image} title="No file selected">
            <p>Select one to describe it, rotate it or crop it.</p>
          </EmptyState>
        </div>
      ) : (
        <DevtoolsArea name="File details">
          <MediaDetails key={id} id={Number(id)} role={user.role} />
        </DevtoolsArea>
      )}
      {isOver && (
        <div className="media-drop" data-refused={isRefused}>
          <p>
            <Upload aria-hidden />
            {isRefused ? `${withArticle(user.role)} may not upload files` : 'Drop to upload'}
          </p>
        </div>
      )}
    </main>
  )
}
