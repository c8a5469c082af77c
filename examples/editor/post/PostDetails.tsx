import { posts, statusTexts } from '../posts/posts'
import { Field } from '../ui/Field'
import { TextField } from '../ui/TextField'
import { fromInput, toInput } from '../ui/texts'
import { FeaturedImage } from './FeaturedImage'
import { TermField } from './TermField'

/** What a post has besides its text. */
export function PostDetails({ id, isReadOnly }: { id: number; isReadOnly: boolean }) {
  const excerpt = posts.useField(id, 'excerpt')
  const slug = posts.useField(id, 'slug')
  const status = posts.useField(id, 'status')
  const date = posts.useField(id, 'date_gmt')
  const categories = posts.useField(id, 'categories')
  const tags = posts.useField(id, 'tags')
  const picture = posts.useField(id, 'featured_media')
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
      <TextField label="Excerpt" hint="What lists and search engines show." field={excerpt} rows={3} />
      <TextField label="Slug" hint="The last part of its address." field={slug} />
      <TermField taxonomy="category" label="Categories" field={categories} />
      <TermField taxonomy="post_tag" label="Tags" field={tags} />
      <FeaturedImage field={picture} />
    </fieldset>
  )
}
