import { recordHooks } from 'copydesk/react'

/** The hooks of posts: kind and name are said once. */
export const posts = recordHooks('postType', 'post')

export const statusTexts: Readonly<Record<string, string>> = {
  draft: 'Draft',
  pending: 'Pending review',
  private: 'Private',
  publish: 'Published',
  future: 'Scheduled',
  trash: 'In the trash',
}

/** How a record stands, for people. */
export const stateTexts = {
  saved: 'Saved',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  waiting: 'Saved here; sent when there is a network',
  conflict: 'Not saved: please choose',
  failed: 'Not saved',
}
