import { checkOptionNames } from '../core/checkOptionNames'
import { type RecordSummary, selectDirtyEntityRecords } from '../edits/dirtyRecords'
import type { EntityName, Kind } from '../records/inference/inference'
import { createEntityStore, type EntityStore, type EntityStoreOptions } from '../store/createEntityStore'
import { createMockSite, mockSiteOptions, type MockSite, type MockSiteOptions } from './createMockSite'
import { type TestRecords, testRecordsOf } from './testRecords'

/** What a test store begins with: the content of its site, who asks, and options of the store. */
export interface TestStoreOptions extends MockSiteOptions {
  /**
   * A site that is there already, such as that of another test store. Content for a site of its own is then not used.
   * Default: a new one.
   */
  site?: MockSite
  /** Options for `createEntityStore`. DevTools are off unless they say otherwise. Default: none. */
  store?: Partial<EntityStoreOptions>
}

/** A store on a mock site, with short words for what tests do. The verbs beside `of` are those of posts. */
export interface TestStore extends TestRecords<'postType', 'post'> {
  /** The site behind the store: its log, its failures, its held answers. */
  readonly site: MockSite
  /** The store, for thunks and selectors that have no short word, and for `EntityStoreProvider`. */
  readonly store: EntityStore
  /** The same verbs for the records of another entity. */
  of<K extends Kind, N extends EntityName<K>>(kind: K, name: N): TestRecords<K, N>
  /** The records with something to save, of all entities. */
  dirty(): readonly RecordSummary[]
}

const knownOptions: { readonly [Option in keyof Required<TestStoreOptions>]: true } = {
  ...mockSiteOptions,
  site: true,
  store: true,
}

/**
 * Makes a store in front of a mock site, for tests of what is built on the store.
 *
 * Two people on one site are two test stores: `createTestStore({ site: first.site, currentUser: 'editor' })`.
 *
 * @throws TypeError and EntityStoreError as `createMockSite`.
 *
 * @example
 * const { load, edit, save, edited, saveError, site } = createTestStore({ posts: [{ id: 1, title: 'Hello' }] })
 * await load(1)
 * edit(1, { title: 'Changed' })
 * site.fail('PUT /wp/v2/posts/1', 'offline')
 * await save(1)
 * expect(saveError(1)).toMatchObject({ code: 'fetch_error' })
 * expect(edited(1)?.title).toBe('Changed')
 */
export function createTestStore(options: TestStoreOptions = {}): TestStore {
  checkOptionNames(options, knownOptions, 'createTestStore')
  const { site: given, store: storeOptions, ...content } = options
  const site = given ?? createMockSite(content)
  const isSomebodyElse = given !== undefined && content.currentUser !== undefined
  const fetcher = isSomebodyElse ? site.as(content.currentUser ?? null) : site.fetcher
  const store = createEntityStore({
    devTools: false,
    ...storeOptions,
    fetcher: storeOptions?.fetcher ?? fetcher,
  })
  return {
    site,
    store,
    of: (kind, name) => testRecordsOf(store, kind, name),
    dirty: () => selectDirtyEntityRecords(store.getState()),
    ...testRecordsOf(store, 'postType', 'post'),
  }
}
