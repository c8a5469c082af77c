/** What the grid shows of a file. */
export const gridFields = 'id,title,alt_text,media_type,mime_type,media_details,source_url'

/** How many files the grid shows more of at a time. */
export const pageSize = 24
