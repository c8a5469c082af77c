import { EntityStoreError, show } from '../../core/errors'
import { isMissingId, type EntityId } from '../../core/keys'
import { readPath } from '../../core/paths'
import { isRecord } from '../../core/plain'
import { abortable } from '../../rest/abort'
import { decodeEntities } from '../../rest/decodeEntities'
import type { Fetcher } from '../../core/fetchContract'
import { rowsOf } from '../../rest/pagination'
import { buildPath } from '../../rest/urls'
import { rank } from './rank'

/** A source of links. */
export type LinkType = 'post' | 'term' | 'post-format' | 'attachment'

/**
 * Something of the site that a link can lead to. Only the combination of kind, type and id is unique.
 */
export interface LinkResult {
  /** A number; of a post format its slug. */
  readonly id: EntityId
  /** The address; of a media file that of the file itself. */
  readonly url: string
  /** As text, never HTML; `(no title)` where there is none. */
  readonly title: string
  /** The post type, the taxonomy, `post-format` or `attachment`. */
  readonly type: string
  readonly kind: 'post-type' | 'taxonomy' | 'media'
}

/** Which links to search for. */
export interface LinkSearchChoice {
  /** The only source to ask. Default: all four. */
  readonly type?: LinkType
  /** The only post type or taxonomy, by its slug. */
  readonly subtype?: string
  /** From 1. */
  readonly page?: number
  /** How many results at most, from each source and in all: 1 to 100. Default 20, or 3 for initial suggestions. */
  readonly perPage?: number
}

/** Options of {@link searchLinks}. */
export interface LinkSearchOptions extends LinkSearchChoice {
  /** Whether these are suggestions before anything was typed. Default false. */
  readonly isInitialSuggestions?: boolean
  /** What initial suggestions choose differently. Default: none. */
  readonly initialSuggestionsSearchOptions?: LinkSearchChoice
  /** Leaves post formats out, for themes without them. Default false. */
  readonly disablePostFormats?: boolean
  /** Gives the search up when it aborts. Without one, nothing aborts it. */
  readonly signal?: AbortSignal
  /** Asks the sources instead of the store's fetcher. Default: the store's. */
  readonly fetcher?: Fetcher
  /** Whether it rejects with the first error when every source failed. Default false: an empty list. */
  readonly throwOnError?: boolean
}

const kinds: Readonly<Record<LinkType, LinkResult['kind']>> = {
  post: 'post-type',
  term: 'taxonomy',
  'post-format': 'taxonomy',
  attachment: 'media',
}

/**
 * Asks the sources that the options choose, and ranks what they give.
 * @throws As `searchLinks`.
 */
export async function askLinkSources(
  search: string,
  options: LinkSearchOptions,
  storeFetcher: Fetcher,
): Promise<readonly LinkResult[]> {
  const { isInitialSuggestions, disablePostFormats, signal, fetcher = storeFetcher, throwOnError } = options
  const choice = { ...options, ...(isInitialSuggestions && options.initialSuggestionsSearchOptions) }
  const { type, subtype, page, perPage = isInitialSuggestions ? 3 : 20 } = choice
  const types = Object.keys(kinds) as LinkType[]
  if (type !== undefined && !types.includes(type)) {
    throw new EntityStoreError(
      'invalid_option',
      `${show(type)} is no type of link. Pass ${types.join(', ')}.`,
    )
  }
  const sources = types.filter(
    (source) => (type ?? source) === source && !(disablePostFormats && source === 'post-format'),
  )
  const errors: unknown[] = []
  const ask = async (source: LinkType): Promise<readonly LinkResult[]> => {
    const isMedia = source === 'attachment'
    const parameters = { search, page, per_page: perPage, ...(!isMedia && { type: source, subtype }) }
    try {
      const { data } = await fetcher({
        path: buildPath(`/wp/v2/${isMedia ? 'media' : 'search'}`, undefined, parameters),
        signal,
      })
      return rowsOf(data).flatMap((row) => readLink(row, source))
    } catch (error) {
      errors.push(error)
      return []
    }
  }
  const found = await abortable(Promise.all(sources.map(ask)), signal)
  if (throwOnError && errors.length && errors.length === sources.length) throw errors[0]
  return rank(found.flat(), search).slice(0, perPage)
}

/** The link in a row of an answer; none where it has no id. A media file has its title and address elsewhere. */
function readLink(row: unknown, source: LinkType): readonly LinkResult[] {
  if (!isRecord(row) || isMissingId(row.id)) return []
  const title = firstText(row.title, readPath(row, 'title.rendered').value)
  return [
    {
      id: row.id as EntityId,
      url: firstText(row.source_url, row.url),
      title: decodeEntities(title).trim() || '(no title)',
      type: firstText(row.subtype, row.type),
      kind: kinds[source],
    },
  ]
}

/** The first of the values that is a text with something in it. */
function firstText(...values: readonly unknown[]): string {
  return (values.find((value) => value && typeof value === 'string') ?? '') as string
}
