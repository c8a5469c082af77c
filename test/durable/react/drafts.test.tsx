import { editEntityRecord, loadEntityConfigs } from 'copydesk'
import { createEntityRecord, memoryStorage } from 'copydesk/durable'
import { useEntityProp } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { person } from '../../support/person'
import { after, show } from '../../support/screen'

describe('useEntityProp', () => {
  it('gives and edits a field of a record that the server does not know yet', async () => {
    const { site, store } = person({ durability: { storage: memoryStorage() } })
    await store.dispatch(loadEntityConfigs('postType'))
    const id = store.dispatch(createEntityRecord('postType', 'post', { title: 'New', categories: [1] }))
    const asked = site.requests.length
    let shown: unknown[] = []
    const Field = () => {
      const [categories, setCategories, full] = useEntityProp('postType', 'post', 'categories', id)
      const [title] = useEntityProp('postType', 'post', 'title', id)
      shown = [title, categories, full]
      return <button onClick={() => setCategories([...(categories ?? []), 2])}>Add</button>
    }
    const { getByText } = show(store, <Field />)
    expect(shown).toEqual(['New', [1], undefined])
    await after(() => getByText('Add').click())
    expect(shown).toEqual(['New', [1, 2], undefined])
    await after(() => store.dispatch(editEntityRecord('postType', 'post', Number(id), { title: 'Newer' })))
    expect(shown).toEqual(['Newer', [1, 2], undefined])
    expect(site.requests).toHaveLength(asked)
  })
})
