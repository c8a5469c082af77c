import {
  createEntityStore,
  type EntityState,
  fetchAuthors,
  fetchCurrentTheme,
  fetchCurrentUser,
  type Fetcher,
  fetchGlobalStylesId,
  selectAuthors,
  selectCurrentTheme,
  selectCurrentUser,
  selectGlobalStylesId,
  selectResolution,
  type Theme,
  type User,
} from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'

declare const fetcher: Fetcher
declare const state: EntityState
const { dispatch } = createEntityStore({ fetcher })

describe('the user and the theme', () => {
  it('are typed records', () => {
    expectTypeOf(dispatch(fetchCurrentUser())).resolves.toEqualTypeOf<Partial<User<'view'>>>()
    expectTypeOf(selectCurrentUser(state).name).toEqualTypeOf<string | undefined>()
    expectTypeOf(dispatch(fetchAuthors({ search: 'a' }))).resolves.toEqualTypeOf<
      readonly User<'view'>[] | null
    >()
    expectTypeOf(selectAuthors(state)).toEqualTypeOf<readonly User<'view'>[]>()
    expectTypeOf(dispatch(fetchCurrentTheme())).resolves.toEqualTypeOf<Theme | null>()
    expectTypeOf(selectCurrentTheme(state)?.stylesheet).toEqualTypeOf<string | undefined>()
    expectTypeOf(dispatch(fetchGlobalStylesId())).resolves.toEqualTypeOf<number | undefined>()
    expectTypeOf(selectGlobalStylesId(state)).toEqualTypeOf<number | undefined>()
  })

  it('have no fields that only some may see', () => {
    // @ts-expect-error the email is told in the edit context only
    void selectCurrentUser(state).email
  })

  it('are asked for how they stand by the arguments of the read', () => {
    selectResolution(state, 'fetchAuthors', { search: 'a' })
    selectResolution(state, 'fetchCurrentTheme')
    // @ts-expect-error the read of the theme takes no arguments
    selectResolution(state, 'fetchCurrentTheme', 'tides')
  })
})
