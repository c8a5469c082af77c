import { autosavesFacts } from '../autosaves/selectors'
import { configsFacts } from '../config/loadEntityConfigs'
import { EntityStoreError, show } from '../core/errors'
import { own } from '../core/plain'
import { recordFacts } from '../entities/recordFacts'
import { permissionFacts } from '../permissions/permissionFacts'
import { listFacts } from '../queries/listFacts'
import { questionOf, type Question } from '../resolution/question'
import type { ReadFacts } from '../resolution/readFacts'
import { revisionFacts, revisionsFacts } from '../revisions/revisionsFacts'
import { authorsFacts } from '../wordpress/fetchAuthors'
import { blockPatternCategoriesFacts } from '../wordpress/fetchBlockPatternCategories'
import { blockPatternsFacts } from '../wordpress/fetchBlockPatterns'
import { currentUserFacts } from '../wordpress/fetchCurrentUser'
import { defaultTemplateFacts } from '../wordpress/fetchDefaultTemplateId'
import { embedPreviewFacts } from '../wordpress/fetchEmbedPreview'
import { navigationFallbackFacts } from '../wordpress/fetchNavigationFallbackId'
import { registeredPostMetaFacts } from '../wordpress/fetchRegisteredPostMeta'
import { themeStyleRevisionsFacts } from '../wordpress/fetchThemeStyleRevisions'
import { themeBaseStylesFacts, themeStyleVariationsFacts } from '../wordpress/fetchThemeStyles'
import { urlDetailsFacts } from '../wordpress/fetchUrlDetails'
import { userPatternCategoriesFacts } from '../wordpress/fetchUserPatternCategories'
import { homePageFacts } from '../wordpress/homePage/fetchHomePage'
import { postsPageFacts } from '../wordpress/homePage/fetchPostsPageId'
import { templateFacts } from '../wordpress/homePage/fetchTemplateId'
import { selectStoredResolution } from '../resolution/selectors'
import { lookupFacts } from '../wordpress/lookups/lookup'
import { currentThemeFacts } from '../wordpress/selectors'
import type { EntityState } from './rootReducer'

/** What can be said of each read, by the thunk that reads. */
const reads = {
  loadEntityConfigs: configsFacts,
  fetchEntityRecord: recordFacts,
  fetchEntityRecords: listFacts,
  fetchRevision: revisionFacts,
  fetchRevisions: revisionsFacts,
  fetchPermissions: permissionFacts,
  fetchAutosaves: autosavesFacts,
  fetchAuthors: authorsFacts,
  fetchUserPatternCategories: userPatternCategoriesFacts,
  fetchCurrentTheme: currentThemeFacts,
  fetchGlobalStylesId: currentThemeFacts,
  fetchCurrentUser: currentUserFacts,
  fetchBlockPatterns: blockPatternsFacts,
  fetchBlockPatternCategories: blockPatternCategoriesFacts,
  fetchDefaultTemplateId: defaultTemplateFacts,
  fetchEmbedPreview: embedPreviewFacts,
  fetchUrlDetails: urlDetailsFacts,
  fetchNavigationFallbackId: navigationFallbackFacts,
  fetchRegisteredPostMeta: registeredPostMetaFacts,
  fetchThemeBaseStyles: themeBaseStylesFacts,
  fetchThemeStyleVariations: themeStyleVariationsFacts,
  fetchThemeStyleRevisions: themeStyleRevisionsFacts,
  fetchHomePage: homePageFacts,
  fetchPostsPageId: postsPageFacts,
  fetchTemplateId: templateFacts,
}

type Reads = typeof reads

/** What can be said of each read, by its name. */
export type FactsOfRead = { readonly [Operation in keyof Reads]: ReturnType<Reads[Operation]> }

/** The arguments of each read, as its resolution is asked for. */
export type ReadArguments = {
  readonly [Operation in keyof Reads]: Reads[Operation] extends (state: never, ...args: infer Args) => unknown
    ? Readonly<Args>
    : never
}

/** What says the facts of a read, by its name; undefined for what is none of these. */
export function readNamed(
  operation: string,
): ((state: EntityState, ...args: readonly unknown[]) => ReadFacts<EntityState>) | undefined {
  return own(reads, operation) as ReturnType<typeof readNamed>
}

/** What can be said of a read of somebody else's: its entry says what it is about, once it was asked. */
function factsOfOther(state: EntityState, question: Question): ReadFacts<EntityState> {
  const entry = selectStoredResolution(state, question.key)
  return entry ? { question, about: entry.about } : lookupFacts(question)
}

/**
 * What can be said of a read; one that is not among these keeps its answer by its question.
 * @throws EntityStoreError `invalid_option` for what is no read; as the read itself, for arguments that it can't have.
 */
export function factsOf<Operation extends keyof ReadArguments>(
  state: EntityState,
  operation: Operation,
  ...given: ReadArguments[Operation]
): ReadFacts<EntityState> {
  const facts = readNamed(operation)
  if (facts) return facts(state, ...given)
  if (/^(fetch|load)[A-Z]/.test(operation)) return factsOfOther(state, questionOf(operation, ...given))
  throw new EntityStoreError(
    'invalid_option',
    `${show(operation)} is not a read. Name the thunk, such as 'fetchEntityRecord'.`,
  )
}
