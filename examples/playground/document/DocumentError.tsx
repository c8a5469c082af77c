import { BackLink } from '../frame/BackLink'
import { linkTo, type PostType } from '../route'
import { ReadFailure } from '../ui/ReadFailure'
import { typeNoun, typeNouns } from '../typeNouns'

interface DocumentErrorProps {
  type: PostType
  error: unknown
  refetch: () => Promise<unknown>
}

/** In place of a document that could not be read: why, another try, and the way back. */
export function DocumentError({ type, error, refetch }: DocumentErrorProps) {
  return (
    <div className="sheet">
      <BackLink address={linkTo(type)} label={`All ${typeNouns(type)}`} />
      <ReadFailure error={error} onRetry={refetch} what={`this ${typeNoun(type)}`} />
    </div>
  )
}
