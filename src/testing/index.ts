export { createMockSite, type HandlerMaker, type MockSite, type MockSiteOptions } from './createMockSite'
export type { Held, LoggedMockRequest, MockFailure, RequestMatch } from './faults'
export type { MockContent, MockMedia, MockPost, MockPostType, MockUser } from './seed'
export type {
  MockAppearance,
  MockMenu,
  MockMenuItem,
  MockPlugin,
  MockTemplate,
  MockTheme,
} from './appearanceSeed'
export type { MockRole } from './capabilities'
