import { isRecord } from '../../core/plain'
import { type Arg, integers } from '../http/params'
import type { SiteState } from '../site/siteState'

const fields = {
  terms: { ...integers, default: [] },
  include_children: { type: 'boolean', default: false },
} as const

/** The terms that posts of a list must have: ids, or an object that says more of them. */
export const wantedTerms: Arg = {
  ...integers,
  fields: { ...fields, operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' } },
}

/** The terms that they must not have. */
export const unwantedTerms: Arg = { ...integers, fields }

interface TermQuery {
  readonly terms?: readonly number[]
  readonly include_children?: boolean
  readonly operator?: 'AND' | 'OR'
}

/** Whether terms are those that a parameter asks for; undefined where it asks for none. */
export function hasWantedTerms(
  site: SiteState,
  terms: readonly number[],
  parameter: unknown,
): boolean | undefined {
  const query: TermQuery = isRecord(parameter) ? parameter : { terms: (parameter ?? []) as number[] }
  const given = query.terms ?? []
  if (given.length === 0) return undefined
  const wanted = query.include_children ? withChildren(site, given) : given
  const has = (term: number) => terms.includes(term)
  return query.operator === 'AND' ? wanted.every(has) : wanted.some(has)
}

/** Terms with all that are below them. */
function withChildren(site: SiteState, terms: readonly number[]): readonly number[] {
  const all = new Set(terms)
  // A term that is added is looked at in its turn.
  for (const above of all) for (const { id, parent } of site.terms.values()) if (parent === above) all.add(id)
  return [...all]
}
