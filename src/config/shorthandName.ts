/**
 * Names the shorthand of an entity: `get` and `postType` give `getPostType`; kinds other than `root` stand before the
 * name, as in `getPostTypeBook`. For a list give the plural as name.
 * @param prefix What it does, such as `save`. Default `get`.
 */
export function shorthandName(kind: string, name: string, prefix = 'get'): string {
  return prefix + (kind === 'root' ? '' : pascal(kind)) + pascal(name)
}

function pascal(text: string): string {
  return text.replace(/(?:^|[-_])[-_]*(.?)/g, (whole, start: string) => start.toUpperCase())
}
