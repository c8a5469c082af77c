import { EntityProvider, useEntityId } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { render } from '@testing-library/react'
import '../support/screen'

const Ids = () => (
  <p>
    {[
      useEntityId('postType', 'post'),
      useEntityId('postType', 'wp_template'),
      useEntityId('taxonomy', 'post'),
    ].join()}
  </p>
)

describe('EntityProvider', () => {
  it('gives no id where there is none', () => {
    expect(render(<Ids />).container.textContent).toBe(',,')
  })

  it('adds up over entities, told apart by kind and name', () => {
    const { container } = render(
      <EntityProvider kind="postType" name="wp_template" id="theme//home">
        <EntityProvider kind="postType" name="post" id={1}>
          <Ids />
        </EntityProvider>
        <Ids />
      </EntityProvider>,
    )
    expect([...container.children].map((ids) => ids.textContent)).toEqual(['1,theme//home,', ',theme//home,'])
  })

  it('gives the nearest id of an entity', () => {
    const { container } = render(
      <EntityProvider kind="postType" name="post" id={1}>
        <EntityProvider kind="postType" name="post" id={2}>
          <Ids />
        </EntityProvider>
      </EntityProvider>,
    )
    expect(container.textContent).toBe('2,,')
  })

  it('lets the ids above through without a kind', () => {
    const { container } = render(
      <EntityProvider kind="postType" name="post" id={1}>
        <EntityProvider>
          <Ids />
        </EntityProvider>
      </EntityProvider>,
    )
    expect(container.textContent).toBe('1,,')
  })

  it('hides the outer record while its own id is not known yet, so that nobody edits the wrong one', () => {
    const { container } = render(
      <EntityProvider kind="postType" name="post" id={1}>
        <EntityProvider kind="postType" name="post" id={undefined}>
          <Ids />
        </EntityProvider>
      </EntityProvider>,
    )
    expect(container.textContent).toBe(',,')
  })
})
