import { useRef } from 'react'
import type { EntityId } from 'copydesk'
import { useEntityRecord } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import type { PostType } from '../../route'
import { useSession } from '../../session/SessionContext'
import { useSeen } from '../../useSeen'
import { DateField } from '../details/DateField'
import { DetailsSection } from '../details/DetailsSection'
import { ExcerptField } from '../details/ExcerptField'
import { FeaturedImage } from '../details/FeaturedImage'
import { PageFields } from '../details/PageFields'
import { SlugField } from '../details/SlugField'
import { StickyField } from '../details/StickyField'
import { TermFields } from '../details/TermFields'

interface DraftDetailsProps {
  type: PostType
  /** Undefined before anything is written. */
  id: EntityId | undefined
}

/** All about a new document but its text, as far as that can be said before the site knows it. */
export function DraftDetails({ type, id }: DraftDetailsProps) {
  const details = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(details)
  return (
    <div ref={details} className="details">
      {isSeen && id === undefined && (
        <p className="hint">
          Begin with a title or the text. Then its address, categories and all else can be set, before it is
          saved as well.
        </p>
      )}
      {isSeen && id !== undefined && <Sections type={type} id={Number(id)} />}
    </div>
  )
}

/** Only the fields that the type of the document has, as the site says. */
function Sections({ type, id }: { type: PostType; id: number }) {
  useRenders('DraftDetails')
  const { user } = useSession()
  const { record } = useEntityRecord('root', 'postType', type)
  const supports = record?.supports ?? {}
  const props = { type, id, role: user.role }
  return (
    <>
      <DetailsSection title="Publication">
        <DateField {...props} />
        {type === 'post' && <StickyField {...props} />}
      </DetailsSection>
      <DetailsSection title="Address">
        <SlugField {...props} />
      </DetailsSection>
      <TermFields {...props} />
      {supports.thumbnail && <FeaturedImage {...props} />}
      {supports.excerpt && (
        <DetailsSection title="Excerpt">
          <ExcerptField {...props} />
        </DetailsSection>
      )}
      {supports['page-attributes'] && (
        <DetailsSection title="Place and layout">
          <PageFields {...props} />
        </DetailsSection>
      )}
    </>
  )
}
