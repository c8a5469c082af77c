import { goTo } from '../app/route'
import { MediaDetails } from './MediaDetails'
import { MediaLibrary } from './MediaLibrary'

/** The library beside the file that is open. */
export function MediaScreen({ id }: { id: number | undefined }) {
  return (
    <>
      <MediaLibrary
        chosen={[id]}
        onChoose={(media) => goTo('media', media)}
        onUploaded={(ids) => goTo('media', Number(ids.at(-1)))}
      />
      <main tabIndex={-1}>
        {id === undefined ? (
          <p className="empty">Choose a file, or upload one.</p>
        ) : (
          <MediaDetails key={id} id={id} />
        )}
      </main>
    </>
  )
}
