import type { StorePlugin } from 'copydesk'
import { createListPatching } from '../../src/durable/patching/listPatching'
import type { ListOptions } from '../../src/durable/patching/listOptions'

/** A plugin that does nothing but patch lists. */
export function listPatching(options: ListOptions = {}): StorePlugin {
  return (store, services) => createListPatching(store, services, options)
}
