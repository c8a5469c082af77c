import { selectEntityConfigs, selectEntityRecord, type EntityQuery } from 'copydesk'
import { isLocalId, selectDrafts } from 'copydesk/durable'
import { useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { longDate } from '../dates'
import { plainText } from '../plainText'
import { statusNames } from '../statuses'

/** The value of a field as people say it: names in place of ids, as far as they are known. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none'
    return value.map((one, at) => (
      <span key={at}>
        {at > 0 && ', '}
        <FieldValue field={field} value={one} />
      </span>
    ))
  }
  if (value === undefined || value === null || value === '') return <span className="nothing">empty</span>
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (value === 0 && /^(featured_media|parent)$/.test(field)) return <span className="nothing">none</span>
    return <RecordName field={field} id={value} />
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  if (field === 'status') return statusNames[value] ?? value
  if (/^date/.test(field)) return longDate(value) || value
  return value
}

/** The name of the record that an id stands for in a field; the number where it is not known, or stands for nothing. */
function RecordName({ field, id }: { field: string; id: number }) {
  useRenders('RecordName')
  const name = useEntitySelector((state) => {
    const place = placeOf(field, (kind) => selectEntityConfigs(state, kind))
    if (!place) return undefined
    if (isLocalId(id)) return selectDrafts(state, ...place).find((draft) => draft.id === id)?.title
    const views: (EntityQuery | undefined)[] = [
      { context: 'view', _fields: 'id,name' },
      { context: 'view' },
      undefined,
    ]
    for (const query of views) {
      const record = selectEntityRecord<string, string, EntityQuery | undefined>(
        state,
        ...place,
        id,
        query,
      ) as NamedRecord | undefined
      const found = record?.name ?? record?.title?.rendered
      if (found) return found
    }
    return undefined
  })
  return name === undefined ? String(id) : plainText(name)
}

interface NamedRecord {
  name?: string
  title?: { rendered?: string }
}

type Configs = ReturnType<typeof selectEntityConfigs>

function placeOf(field: string, configsOf: (kind: string) => Configs): [kind: string, name: string] | null {
  if (field === 'author') return ['root', 'user']
  if (field === 'featured_media') return ['postType', 'attachment']
  if (field === 'parent') return ['postType', 'page']
  const taxonomy = configsOf('taxonomy').find(({ baseURL }) => baseURL.endsWith(`/${field}`))
  return taxonomy ? ['taxonomy', taxonomy.name] : null
}
