import { isOfWordPress } from '../../config/defineServer'
import type { EntityConfig } from '../../config/entityConfig'
import type { ListOptions } from './listOptions'
import type { KnownOrder, KnownRules } from './listRules'
import { wordpressRules } from './wordpressRules'

/** The rules of an entity's lists: WordPress's own, and what the options add; undefined where there are none. */
export function rulesOf(
  { kind, name, baseURL }: EntityConfig,
  { rules = {}, text = true }: ListOptions,
): KnownRules | undefined {
  const own = Object.hasOwn(rules, `${kind}/${name}`) ? rules[`${kind}/${name}`] : undefined
  const builtin = isOfWordPress(baseURL) ? wordpressRules(kind, name) : undefined
  if (!own && !builtin) return undefined
  const all: KnownRules = {
    ...builtin,
    defaults: { ...builtin?.defaults, ...own?.defaults },
    filters: { ...builtin?.filters, ...own?.filters },
    orders: { ...builtin?.orders, ...own?.orders },
  }
  return text ? all : { ...all, orders: withoutTexts(all.orders) }
}

function withoutTexts(orders: KnownRules['orders']): KnownRules['orders'] {
  const entries = Object.entries(orders).map(([name, order]): [string, KnownOrder] => [
    name,
    order.by === 'text' ? { ...order, by: 'unknown' } : order,
  ])
  return Object.fromEntries(entries)
}
