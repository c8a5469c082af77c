import { isOfWordPress, serverSetting, type ParameterNames } from '../config/defineServer'
import type { EntityConfig } from '../config/entityConfig'
import { EntityStoreError } from '../core/errors'
import { own, type RecordData } from '../core/plain'
import type { NormalizedQuery } from '../core/query'
import { askedFields } from './selectors'

/** Which rows of a list are asked for, in the words of a query. */
export interface AskedPaging {
  readonly page?: number
  readonly per_page?: number
  readonly offset?: number
  /** Single reads that become one request: the ids, as a text with commas. */
  readonly include?: string
}

/** The parameters of a read, in the words of the entity's server. */
export function readParameters(
  config: EntityConfig,
  query: NormalizedQuery,
  paging: AskedPaging | undefined,
): RecordData {
  const fields = askedFields(query, config)
  const names = serverSetting(config, 'parameters')
  const isPaged = config.supportsPagination === true || Object.keys(paging ?? {}).length > 0
  const asked = {
    ...config.baseURLParams,
    ...(paging && (names && isPaged ? pagingIn(names, config, query, paging) : paging)),
    ...query.parameters,
    ...(fields && { _fields: fields.join() }),
  }
  return names ? renamed(asked, names) : asked
}

/** The parameters of a write, in the words of the entity's server. */
export function writeParameters(config: EntityConfig, own: RecordData | undefined): RecordData {
  const given = serverSetting(config, 'writeParameters')
  const usual = isOfWordPress(config.baseURL) ? undefined : config.baseURLParams
  const asked = { ...(given ?? usual), ...own }
  const names = serverSetting(config, 'parameters')
  return names ? renamed(asked, names) : asked
}

/** Parameters that a server may call otherwise, and the setting for it. */
const renamable = { include: 'include', _fields: 'fields', context: 'context' } as const

function renamed(asked: RecordData, names: ParameterNames): RecordData {
  const pairs = Object.entries(asked).flatMap(([parameter, value]) => {
    const setting = own(renamable, parameter)
    const name = (setting && names[setting]) ?? parameter
    return name === false ? [] : [[name, value] as const]
  })
  return Object.fromEntries(pairs)
}

/** Pages by the number of a page, or by how many rows stand before it. How many rows a page has is always said. */
function pagingIn(
  { page: pageName = 'page', perPage: sizeName = 'per_page', offset: offsetName = 'offset' }: ParameterNames,
  { kind, name }: EntityConfig,
  query: NormalizedQuery,
  { page = 1, per_page: size = query.perPage, offset, include }: AskedPaging,
): RecordData {
  const ids = include === undefined ? {} : { include }
  const start = offset ?? (page - 1) * size
  if (offsetName !== false && (offset !== undefined || pageName === false))
    return { ...ids, [offsetName]: start, [sizeName]: size }
  if (start % size !== 0) {
    throw new EntityStoreError(
      'invalid_query',
      `The server of (${kind}, ${name}) has no offset: it can't be asked for ${size} rows from ${start} on. Pass page.`,
    )
  }
  return { ...ids, ...(pageName !== false && { [pageName]: start / size + 1 }), [sizeName]: size }
}
