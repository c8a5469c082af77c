import { isOfWordPress } from '../../config/defineServer'
import type { EntityConfig } from '../../config/entityConfig'
import { entityKey, type RecordKey } from '../../core/keys'
import { selectRow } from '../../entities/selectors'
import type { EntityState } from '../../store/rootReducer'
import type { ListOptions } from './listOptions'
import type { KnownOrder, KnownRules, ParentOf } from './listRules'
import { wordpressRules } from './wordpressRules'

/** The rules of an entity's lists: WordPress's own, and what the options add; undefined where there are none. */
export function rulesOf(
  { kind, name, baseURL }: EntityConfig,
  { rules = {}, text = true }: ListOptions,
  state: EntityState,
): KnownRules | undefined {
  const own = Object.hasOwn(rules, `${kind}/${name}`) ? rules[`${kind}/${name}`] : undefined
  const builtin = isOfWordPress(baseURL) ? wordpressRules(kind, name, parentIn(state)) : undefined
  if (!own && !builtin) return undefined
  const all: KnownRules = {
    ...builtin,
    defaults: { ...builtin?.defaults, ...own?.defaults },
    filters: { ...builtin?.filters, ...own?.filters },
    orders: { ...builtin?.orders, ...own?.orders },
  }
  return text ? all : { ...all, orders: withoutTexts(all.orders) }
}

/** Looks terms up among those that the store knows. */
function parentIn(state: EntityState): ParentOf {
  return (base, term) => {
    const taxonomy = Object.values(state.config.entities).find(
      ({ kind, baseURL }) => kind === 'taxonomy' && String(baseURL).endsWith(`/${base}`),
    )
    const entity = taxonomy && entityKey(taxonomy.kind, taxonomy.name)
    const parent = entity && selectRow(state, entity, term as RecordKey, 'default')?.record.parent
    return typeof parent === 'number' ? String(parent) : undefined
  }
}

function withoutTexts(orders: KnownRules['orders']): KnownRules['orders'] {
  const entries = Object.entries(orders).map(([name, order]): [string, KnownOrder] => [
    name,
    order.by === 'text' ? { ...order, by: 'unknown' } : order,
  ])
  return Object.fromEntries(entries)
}
