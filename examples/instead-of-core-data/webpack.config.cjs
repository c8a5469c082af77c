module.exports = {
  entry: './main.mjs',
  resolve: {
    // Everything that imports core-data gets Copydesk: your own code, and the packages of the editor.
    alias: { '@wordpress/core-data$': 'copydesk/wordpress-data' },
  },
}
