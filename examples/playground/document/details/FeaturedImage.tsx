import { useRenders } from 'copydesk/devtools'
import { FeaturedImage as Picture } from '../../../editor/post/FeaturedImage'
import { explainUpload } from '../../media/uploadProblem'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'

/** The picture that stands for the document. */
export function FeaturedImage({ type, id }: DocumentProps) {
  useRenders('FeaturedImage')
  const { value, set } = useDocumentField(type, id, 'featured_media')
  return (
    <div className="details-section editor featured-image">
      <Picture field={{ value, set }} explain={explainUpload} />
    </div>
  )
}
