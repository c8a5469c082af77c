import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { createEntityStore, entityReducer } from 'copydesk'
import { matchAction } from 'copydesk/actions'
import { createMockSite } from 'copydesk/testing'

/** A slice of the application: which post is open. */
const screen = createSlice({
  name: 'screen',
  initialState: { postId: 1 },
  reducers: {
    postOpened: (state, { payload }: PayloadAction<number>) => {
      state.postId = payload
    },
  },
})
export const { postOpened } = screen.actions

/** Another that listens to Copydesk: how often something was saved. */
const statistics = createSlice({
  name: 'statistics',
  initialState: { saves: 0 },
  reducers: {},
  extraReducers: (builder) =>
    builder.addMatcher(matchAction('entities/recordSaved'), (state) => {
      state.saves += 1
    }),
})

export const redux = configureStore({
  reducer: { copydesk: entityReducer, screen: screen.reducer, statistics: statistics.reducer },
})
export type RootState = ReturnType<typeof redux.getState>

const site = createMockSite({
  posts: [
    { id: 1, title: 'The ferry is late' },
    { id: 2, title: 'Library opens on Sunday' },
  ],
})
export const store = createEntityStore({ fetcher: site.fetcher, store: redux, reducerPath: 'copydesk' })
