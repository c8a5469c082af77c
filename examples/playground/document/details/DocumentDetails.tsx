import { useEffect, useRef } from 'react'
import { fetchAuthors, selectEntityRecord } from 'copydesk'
import { useEntityDispatch, useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import type { PostType } from '../../route'
import { useSeen } from '../../useSeen'
import type { DocumentProps } from '../DocumentView'
import { AuthorField } from './AuthorField'
import { DateField } from './DateField'
import { DiscussionFields } from './DiscussionFields'
import { ExcerptField } from './ExcerptField'
import { FeaturedImage } from './FeaturedImage'
import { FormatField } from './FormatField'
import { MetaFields } from './MetaFields'
import { PageFields } from './PageFields'
import { PasswordField } from './PasswordField'
import { SlugField } from './SlugField'
import { StickyField } from './StickyField'
import { TermFields } from './TermFields'
import { DetailsSection } from './DetailsSection'

/** All about a document but its text. They ask for nothing until they are shown. */
export function DocumentDetails(props: DocumentProps) {
  const details = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(details)
  return (
    <div ref={details} className="details">
      {isSeen && <DetailsSections {...props} />}
    </div>
  )
}

/** Only the fields that the type of the document has. */
function DetailsSections({ type, id, role }: DocumentProps) {
  useRenders('DocumentDetails')
  const has = useFields(type, id)
  const dispatch = useEntityDispatch()
  useEffect(() => {
    // What fails leaves the field with what the document itself says.
    void dispatch(fetchAuthors()).catch(() => null)
  }, [dispatch])
  const props = { type, id, role }
  return (
    <>
      <DetailsSection title="Publication">
        <DateField {...props} />
        {has('author') && <AuthorField {...props} />}
        {has('password') && <PasswordField {...props} />}
        {has('sticky') && <StickyField {...props} />}
      </DetailsSection>
      <DetailsSection title="Address">
        <SlugField {...props} />
      </DetailsSection>
      <TermFields {...props} />
      {has('featured_media') && <FeaturedImage {...props} />}
      {has('excerpt') && (
        <DetailsSection title="Excerpt">
          <ExcerptField {...props} />
        </DetailsSection>
      )}
      {has('meta') && <MetaFields {...props} />}
      {(has('parent') || has('menu_order') || has('template')) && (
        <DetailsSection title="Place and layout">
          <PageFields {...props} />
          {has('format') && <FormatField {...props} />}
        </DetailsSection>
      )}
      {has('comment_status') && (
        <DetailsSection title="Discussion">
          <DiscussionFields {...props} />
        </DetailsSection>
      )}
    </>
  )
}

/** Asks whether the type of a document has a field: only then the document itself has it. */
function useFields(type: PostType, id: number): (field: string) => boolean {
  const record = useEntitySelector((state) => selectEntityRecord(state, 'postType', type, id))
  return (field) => record !== undefined && Object.hasOwn(record, field)
}
