import { useRef } from 'react'
import { isLocalId } from 'copydesk/durable'
import { useEntityRecords } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { plainText } from '../../plainText'
import { useNear } from '../../useNear'
import { Select, TextField } from '../../ui/Field'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'

/** Where a page stands among others, and which template shows it. */
export function PageFields({ type, id }: DocumentProps) {
  const parent = useDocumentField(type, id, 'parent')
  const order = useDocumentField(type, id, 'menu_order')
  const template = useDocumentField(type, id, 'template')
  // A new one has no values yet, and says itself that it may have them.
  const isNew = isLocalId(id)
  return (
    <>
      {(isNew || parent.value !== undefined) && (
        <ParentField type={type} id={id} value={parent.value ?? 0} onChange={parent.set} />
      )}
      {(isNew || order.value !== undefined) && (
        <TextField
          label="Order among its siblings"
          type="number"
          value={order.value ?? 0}
          onChange={({ target }) => order.set(Number(target.value))}
        />
      )}
      {(isNew || template.value !== undefined) && (
        <TemplateField value={template.value ?? ''} onChange={template.set} />
      )}
    </>
  )
}

interface ParentFieldProps {
  type: DocumentProps['type']
  id: number
  value: number
  onChange: (parent: number) => void
}

function ParentField({ type, id, value, onChange }: ParentFieldProps) {
  useRenders('ParentField')
  const { records } = useEntityRecords('postType', type, {
    context: 'view',
    per_page: 100,
    orderby: 'title',
    order: 'asc',
    _fields: 'id,title,parent',
  })
  const pages = (records ?? []) as readonly { id: number; title: { rendered: string }; parent: number }[]
  const choices = pages.filter((page) => !isBelow(page.id, id, pages))
  const isListed = value === 0 || choices.some((page) => page.id === value)
  return (
    <Select label="Parent" value={value} onChange={({ target }) => onChange(Number(target.value))}>
      <option value={0}>None</option>
      {!isListed && <option value={value}>Page {value}</option>}
      {choices.map((page) => (
        <option key={page.id} value={page.id}>
          {plainText(page.title.rendered) || 'No title'}
        </option>
      ))}
    </Select>
  )
}

/** Whether a page is another, or stands somewhere below it: nothing can be above itself. */
function isBelow(page: number, above: number, pages: readonly { id: number; parent: number }[]): boolean {
  const seen = new Set<number>()
  for (let at = page; at !== 0 && !seen.has(at); at = pages.find(({ id }) => id === at)?.parent ?? 0) {
    if (at === above) return true
    seen.add(at)
  }
  return false
}

const templates = { per_page: -1 } as const

function TemplateField({ value, onChange }: { value: string; onChange: (template: string) => void }) {
  useRenders('TemplateField')
  const field = useRef<HTMLDivElement>(null)
  const isNear = useNear(field)
  const { records, error } = useEntityRecords('postType', 'wp_template', templates, { enabled: isNear })
  const custom = (records ?? []).filter((template) => template.is_custom)
  const isListed = value === '' || custom.some((template) => template.slug === value)
  return (
    <div ref={field}>
      <Select
        label="Template"
        value={value}
        disabled={Boolean(error)}
        hint={error ? 'The list of templates is not for you to read.' : undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">The theme’s choice</option>
        {!isListed && <option value={value}>{value}</option>}
        {custom.map((template) => (
          <option key={template.slug} value={template.slug}>
            {template.title.rendered || template.slug}
          </option>
        ))}
      </Select>
    </div>
  )
}
