import theme from 'vitepress/theme'
import './colours.css'

// VitePress reads the default export.
export default theme
