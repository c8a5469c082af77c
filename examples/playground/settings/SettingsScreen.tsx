import { useEntityRecords } from 'copydesk/react'
import { RecordNumber, RecordSelect, RecordText } from '../form/fields'
import { RecordForm } from '../form/RecordForm'
import { useField } from '../form/useField'
import { NeedsCapability } from '../frame/NeedsCapability'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../plainText'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The site's settings: one record without an id. */
export function SettingsScreen() {
  return (
    <NeedsCapability capability="manage_options" what="the settings of the site">
      <main className="detail" tabIndex={-1}>
        <RecordForm kind="root" name="site" id={undefined} title="Settings" noun="the settings">
          <section className="form-section" aria-label="Identity">
            <div className="columns">
              <RecordText field="title" label="Site title" />
              <RecordText
                field="description"
                label="Tagline"
                hint="In a few words, what this site is about."
              />
              <RecordText field="email" label="Administrator’s address" type="email" />
            </div>
          </section>
          <FrontPage />
          <section className="form-section" aria-labelledby="reading">
            <h3 id="reading">Reading and writing</h3>
            <div className="columns">
              <RecordNumber field="posts_per_page" label="Posts on a page" min={1} max={100} />
              <DefaultCategory />
              <RecordSelect
                field="default_comment_status"
                label="Comments on new posts"
                choices={openOrClosed}
              />
            </div>
          </section>
          <section className="form-section" aria-labelledby="time">
            <h3 id="time">Date and time</h3>
            <div className="columns">
              <RecordText field="timezone" label="Time zone" placeholder="Europe/Zurich" />
              <RecordText field="date_format" label="Date format" />
              <RecordText field="time_format" label="Time format" />
              <RecordSelect
                field="start_of_week"
                label="The week begins on"
                choices={days.map((label, day) => ({ value: String(day), label }))}
              />
            </div>
          </section>
        </RecordForm>
      </main>
    </NeedsCapability>
  )
}

const openOrClosed = [
  { value: 'open', label: 'Allowed' },
  { value: 'closed', label: 'Not allowed' },
]
const pagesQuery = {
  context: 'view',
  _fields: 'id,title',
  per_page: 100,
  orderby: 'title',
  order: 'asc',
} as const
const categoriesQuery = { context: 'view', _fields: 'id,name', per_page: 100 } as const

function FrontPage() {
  useRenders('FrontPage')
  const { value: shown } = useField<string>('show_on_front')
  const { records } = useEntityRecords('postType', 'page', pagesQuery)
  const pages = [
    { value: '0', label: 'None' },
    ...(records ?? []).map(({ id, title }) => ({ value: String(id), label: plainText(title.rendered) })),
  ]
  return (
    <section className="form-section" aria-labelledby="front-page">
      <h3 id="front-page">Front page</h3>
      <div className="columns">
        <RecordSelect
          field="show_on_front"
          label="The front page shows"
          choices={[
            { value: 'posts', label: 'The latest posts' },
            { value: 'page', label: 'A page' },
          ]}
        />
        {shown === 'page' && (
          <>
            <RecordSelect field="page_on_front" label="Front page" choices={pages} />
            <RecordSelect field="page_for_posts" label="Page of the posts" choices={pages} />
          </>
        )}
      </div>
    </section>
  )
}

function DefaultCategory() {
  useRenders('DefaultCategory')
  const { records } = useEntityRecords('taxonomy', 'category', categoriesQuery)
  const choices = (records ?? []).map(({ id, name }) => ({ value: String(id), label: plainText(name) }))
  return <RecordSelect field="default_category" label="Category of new posts" choices={choices} />
}
