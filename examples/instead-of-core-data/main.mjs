// Written for WordPress's packages, and with none of @wordpress/core-data in its bundle: the configs beside this file
// put copydesk/wordpress-data in its place.
import { EntityProvider, store, useEntityProp, useEntityRecords } from '@wordpress/core-data'
import { useDispatch, useSelect } from '@wordpress/data'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'

function Title() {
  const [title, setTitle] = useEntityProp('postType', 'post', 'title')
  return h('input', {
    'aria-label': 'Title',
    value: title ?? '',
    onChange: ({ target }) => setTitle(target.value),
  })
}

function Posts() {
  const { records, hasResolved } = useEntityRecords('postType', 'post', { per_page: 10 })
  const unsaved = useSelect((select) => select(store).__experimentalGetDirtyEntityRecords(), [])
  const { saveEditedEntityRecord } = useDispatch(store)
  if (!hasResolved) return h('p', null, 'Loading …')
  return h(
    'main',
    null,
    records?.map(({ id }) => h(EntityProvider, { key: id, kind: 'postType', type: 'post', id }, h(Title))),
    h(
      'button',
      {
        disabled: unsaved.length === 0,
        onClick: () => unsaved.forEach(({ kind, name, key }) => saveEditedEntityRecord(kind, name, key)),
      },
      `Save ${unsaved.length}`,
    ),
  )
}

/** Shows the posts of the site that `@wordpress/api-fetch` asks. */
export function start(element) {
  createRoot(element).render(h(Posts))
}

const page = document.getElementById('app')
if (page) start(page)
