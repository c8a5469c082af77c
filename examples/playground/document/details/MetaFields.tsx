import { useEffect, useRef } from 'react'
import { fetchRegisteredPostMeta, selectRegisteredPostMeta } from 'copydesk'
import { useEntityDispatch, useEntityProp, useEntityRecord, useEntitySelector } from 'copydesk/react'
import { useRenders } from 'copydesk/devtools'
import { Checkbox, TextField } from '../../ui/Field'
import type { DocumentProps } from '../DocumentView'
import { useNear } from '../../useNear'
import { DetailsSection } from './DetailsSection'

/** The fields that the site has registered for documents of this type, such as a subtitle. */
export function MetaFields({ type, id }: DocumentProps) {
  useRenders('MetaFields')
  const [meta] = useEntityProp('postType', type, 'meta', id)
  const { edit } = useEntityRecord('postType', type, id)
  const schemas = useEntitySelector((state) => selectRegisteredPostMeta(state, type))
  // Footnotes have a place of their own, in the text; lists and objects have no field here.
  const names = Object.keys(meta ?? {}).filter(
    (name) => name !== 'footnotes' && /^(string|number|boolean)$/.test(typeof meta?.[name]),
  )
  const fields = useRef<HTMLDivElement>(null)
  const isNear = useNear(fields)
  const dispatch = useEntityDispatch()
  useEffect(() => {
    // What fails leaves the fields with the names that they have in the document.
    if (isNear) void dispatch(fetchRegisteredPostMeta(type)).catch(() => null)
  }, [dispatch, type, isNear])
  if (names.length === 0) return null
  const change = (name: string, value: unknown, isTyped: boolean) =>
    edit({ meta: { [name]: value } }, isTyped ? {} : { undo: 'new' })
  return (
    <div ref={fields}>
      <DetailsSection title="More fields">
        {names.map((name) => {
          const value = meta?.[name]
          const label = schemas[name]?.title || labelOf(name)
          const hint = schemas[name]?.description || undefined
          if (typeof value === 'boolean') {
            return (
              <Checkbox
                key={name}
                label={label}
                checked={value}
                onChange={({ target }) => change(name, target.checked, false)}
              />
            )
          }
          const isNumber = typeof value === 'number'
          return (
            <TextField
              key={name}
              label={label}
              hint={hint}
              type={isNumber ? 'number' : 'text'}
              value={String(value)}
              onChange={({ target }) => change(name, isNumber ? Number(target.value) : target.value, true)}
            />
          )
        })}
      </DetailsSection>
    </div>
  )
}

function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
