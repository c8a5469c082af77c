import { kindLabel } from './unsaved/recordName'

/** What people call one record of a post type: "post", "pattern". */
export function typeNoun(type: string): string {
  return kindLabel('postType', type).toLowerCase()
}

/** What people call several of them: "posts", "stories". */
export function typeNouns(type: string): string {
  return `${typeNoun(type).replace(/([^aeiou])y$/, '$1ie')}s`
}
