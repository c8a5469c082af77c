import { posts, statusTexts } from '../posts/posts'
import { Field } from '../ui/Field'
import { fromInput, toInput } from '../ui/texts'
import { FeaturedImage } from './FeaturedImage'
import { TermField } from './TermField'

/** What a post has besides its text. */
export function PostDetails({ id, isReadOnly }: { id: number; isReadOnly: boolean }) {
  const excerpt = posts.useField(id, 'excerpt')
  const slug = posts.useField(id, 'slug')
  const status = posts.useField(id, 'status')
  const date = posts.useField(id, 'date_gmt')
  return (
    <fieldset className="stack" aria-label="Details" disabled={isReadOnly}>
      <Field label="Status" error={status.error}>
        {(props) => (
          <select
            {...props}
            value={status.value ?? 'draft'}
            onChange={({ target }) => status.set(target.value)}
          >
            {Object.entries(statusTexts).map(([value, text]) => (
              <option key={value} value={value} disabled={value === 'trash' || value === 'future'}>
                {text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Date" hint="In your time." error={date.error}>
        {(props) => (
          <input
            {...props}
            type="datetime-local"
            value={toInput(date.value)}
            onChange={({ target }) => target.value && date.set(fromInput(target.value))}
          />
        )}
      </Field>
      <Field label="Excerpt" hint="What lists and search engines show." error={excerpt.error}>
        {(props) => (
          <textarea
            {...props}
            rows={3}
            value={excerpt.value ?? ''}
            onChange={({ target }) => excerpt.set(target.value)}
          />
        )}
      </Field>
      <Field label="Slug" hint="The last part of its address." error={slug.error}>
        {(props) => (
          <input {...props} value={slug.value ?? ''} onChange={({ target }) => slug.set(target.value)} />
        )}
      </Field>
      <TermField id={id} taxonomy="category" field="categories" label="Categories" />
      <TermField id={id} taxonomy="post_tag" field="tags" label="Tags" />
      <FeaturedImage id={id} />
    </fieldset>
  )
}
