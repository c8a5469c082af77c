import { selectEditedEntityRecord, type EntityId, type EntityState } from 'copydesk'

const kinds: Record<string, string> = {
  'root/site': 'Settings',
  'root/globalStyles': 'Styles',
  'root/menuItem': 'Menu item',
  'root/menuLocation': 'Menu location',
  'taxonomy/post_tag': 'Tag',
  'postType/wp_template': 'Template',
  'postType/wp_template_part': 'Template part',
  'postType/wp_block': 'Pattern',
  'postType/attachment': 'Media',
}

/** What people call the sort of a record: "Post", "Category", "Settings". */
export function kindLabel(kind: string, name: string): string {
  const known = kinds[`${kind}/${name}`]
  if (known !== undefined) return known
  const words = name.replace(/^wp_/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What people call a record: its title, or its sort and id. */
export function recordTitle(kind: string, name: string, key: EntityId | undefined, title: string): string {
  return title || (key === undefined ? kindLabel(kind, name) : `${kindLabel(kind, name)} ${key}`)
}

/** What a record is called now, as edited; `''` for one that has neither title nor name. */
export function selectTitle(
  state: EntityState,
  kind: string,
  name: string,
  key: EntityId | undefined,
): string {
  const record = selectEditedEntityRecord<string, string>(state, kind, name, key)
  return typeof record?.title === 'string' ? record.title : String(record?.name ?? '')
}
