import type { Owner } from '../durability'

/** The name of an owner's database, of what a page remembers of it, and of the channel among its pages. */
export function databaseName({ site, user }: Owner): string {
  return `copydesk/durable ${JSON.stringify([site.replace(/\/+$/, ''), String(user)])}`
}
