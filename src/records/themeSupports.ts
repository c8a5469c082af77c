/** What a theme says it can do; features absent from an older site are undefined. */
export interface ThemeSupports {
  'align-wide'?: boolean
  'appearance-tools'?: boolean
  'automatic-feed-links'?: boolean
  'block-template-parts'?: boolean
  'block-templates'?: boolean
  border?: boolean
  'custom-background'?: boolean | Record<string, unknown>
  'custom-header'?: boolean | Record<string, unknown>
  'custom-logo'?: boolean | CustomLogo
  'custom-spacing'?: boolean
  'customize-selective-refresh-widgets'?: boolean
  'dark-editor-style'?: boolean
  'disable-custom-colors'?: boolean
  'disable-custom-font-sizes'?: boolean
  'disable-custom-gradients'?: boolean
  'disable-layout-styles'?: boolean
  /** False where the theme names no colours. */
  'editor-color-palette'?: boolean | ThemeColor[]
  'editor-font-sizes'?: boolean | ThemeFontSize[]
  'editor-gradient-presets'?: boolean | ThemeGradient[]
  'editor-spacing-sizes'?: boolean | ThemeSpacingSize[]
  'editor-styles'?: boolean
  /** The post formats the theme styles. */
  formats?: string[]
  /** The markup the theme wants in HTML5. */
  html5?: boolean | string[]
  'link-color'?: boolean
  /** True for all post types, or the slugs of some. */
  'post-thumbnails'?: boolean | string[]
  'responsive-embeds'?: boolean
  'title-tag'?: boolean
  widgets?: boolean
  'widgets-block-editor'?: boolean
  'wp-block-styles'?: boolean
}

/** The size, in pixels, and the freedom of a theme's logo. */
export interface CustomLogo {
  'flex-height'?: boolean
  'flex-width'?: boolean
  'header-text'?: string[]
  height?: number
  'unlink-homepage-logo'?: boolean
  width?: number
}

/** One colour of a theme. */
export interface ThemeColor {
  color: string
  name: string
  slug: string
}

/** One font size of a theme. */
export interface ThemeFontSize {
  name: string
  size: number | string
  slug: string
}

/** One gradient of a theme, as CSS. */
export interface ThemeGradient {
  gradient: string
  name: string
  slug: string
}

/** One distance of a theme, as CSS. */
export interface ThemeSpacingSize {
  name: string
  size: string
  slug: string
}
