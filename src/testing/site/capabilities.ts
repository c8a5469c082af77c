/** The five roles that every WordPress has. */
export type MockRole = 'administrator' | 'editor' | 'author' | 'contributor' | 'subscriber'

const reading = words('read level_0')
const contributing = [...reading, ...words('edit_posts delete_posts level_1')]
const authoring = [
  ...contributing,
  ...words(`
    upload_files edit_published_posts publish_posts delete_published_posts level_2
  `),
]
const editing = [
  ...authoring,
  ...words(`
    moderate_comments manage_categories manage_links unfiltered_html edit_others_posts edit_pages
    level_3 level_4 level_5 level_6 level_7 edit_others_pages edit_published_pages publish_pages
    delete_pages delete_others_pages delete_published_pages delete_others_posts
    delete_private_posts edit_private_posts read_private_posts
    delete_private_pages edit_private_pages read_private_pages
  `),
]
const administering = [
  ...editing,
  ...words(`
    switch_themes edit_themes activate_plugins edit_plugins edit_users edit_files manage_options
    import level_8 level_9 level_10 delete_users create_users unfiltered_upload edit_dashboard
    update_plugins delete_plugins install_plugins update_themes install_themes update_core
    list_users remove_users promote_users edit_theme_options delete_themes export
  `),
]

/** What each role may do. */
export const capabilitiesOfRole: Readonly<Record<MockRole, readonly string[]>> = {
  administrator: administering,
  editor: editing,
  author: authoring,
  contributor: contributing,
  subscriber: reading,
}

/** The capabilities of a user's roles, each role's own name among them, as the site lists them. */
export function capabilitiesOf(roles: readonly MockRole[]): Record<string, true> {
  const names = roles.flatMap((role) => [...capabilitiesOfRole[role], role])
  return Object.fromEntries(names.map((name) => [name, true]))
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
