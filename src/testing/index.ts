export { createTestStore, type TestStore, type TestStoreOptions } from './createTestStore'
export { createMockSite, type HandlerMaker, type MockSite, type MockSiteOptions } from './createMockSite'
export type { FailOptions, Held, LoggedMockRequest, MockFailure, RequestMatch } from './http/faults'
export type { MockContent, MockMedia, MockPost, MockPostType, MockUser } from './site/seed'
export type {
  MockAppearance,
  MockMenu,
  MockMenuItem,
  MockPlugin,
  MockTemplate,
  MockTheme,
} from './styles/appearanceSeed'
export type { MockRole } from './site/capabilities'
export type { MockWordPress } from './site/serverChanges'
export type { TestRecords } from './testRecords'
