/** The fields that an autosave of a post holds. */
export const autosavedFields: readonly string[] = ['title', 'excerpt', 'content', 'meta']
