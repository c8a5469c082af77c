/** What there is to say of a type of widgets. */
export interface WidgetType {
  name: string
  /** CSS class of its widgets. */
  classname: string
  description: string
}

/** The widgets that every site has, by their ids. */
export const widgetTypes: ReadonlyMap<string, WidgetType> = new Map(
  [
    ['archives', 'Archives', 'widget_archive', 'Months with posts.'] as const,
    ['block', 'Block', 'widget_block', 'One block.'] as const,
    ['calendar', 'Calendar', 'widget_calendar', 'Days with posts.'] as const,
    ['categories', 'Categories', 'widget_categories', 'The categories.'] as const,
    ['custom_html', 'Custom HTML', 'widget_custom_html', 'HTML as it is.'] as const,
    ['media_audio', 'Audio', 'widget_media_audio', 'A sound.'] as const,
    ['media_gallery', 'Gallery', 'widget_media_gallery', 'Several pictures.'] as const,
    ['media_image', 'Image', 'widget_media_image', 'A picture.'] as const,
    ['media_video', 'Video', 'widget_media_video', 'A film.'] as const,
    ['meta', 'Meta', 'widget_meta', 'Links for those who write.'] as const,
    ['nav_menu', 'Navigation Menu', 'widget_nav_menu', 'A menu.'] as const,
    ['pages', 'Pages', 'widget_pages', 'The pages.'] as const,
    ['recent-comments', 'Recent Comments', 'widget_recent_comments', 'The latest comments.'] as const,
    ['recent-posts', 'Recent Posts', 'widget_recent_entries', 'The latest posts.'] as const,
    ['rss', 'RSS', 'widget_rss', 'A feed of another site.'] as const,
    ['search', 'Search', 'widget_search', 'A field to search in.'] as const,
    ['tag_cloud', 'Tag Cloud', 'widget_tag_cloud', 'The tags by their use.'] as const,
    ['text', 'Text', 'widget_text', 'A text.'] as const,
  ].map(([id, name, classname, description]) => [id, { name, classname, description }]),
)
