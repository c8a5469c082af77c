import blocks from '@wordpress/block-library/build-style/style.css?inline'
import editing from '@wordpress/block-library/build-style/editor.css?inline'
import content from '@wordpress/block-editor/build-style/content.css?inline'
import theme from '@wordpress/block-library/build-style/theme.css?inline'
import components from '@wordpress/components/build-style/style.css?inline'

const page = `
  body { font: 18px/1.6 Georgia, serif; max-width: 42rem; margin: 0 auto; padding: 1rem 2rem 6rem; }
  h1, h2, h3, h4 { line-height: 1.25; }
`

/** The styles of the blocks, for the frame in which the editor shows them. */
export const editorStyles = [components, content, blocks, theme, editing, page].map((css) => ({ css }))
