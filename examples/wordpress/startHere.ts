/** A first post: what there is to try. */
export const startHere = `<!-- wp:paragraph -->
<p>This is a small editor on a real WordPress. Everything here may be tried, changed and thrown away: nothing of it is left when the process ends.</p>
<!-- /wp:paragraph -->

<!-- wp:heading -->
<h2 class="wp-block-heading">Two minutes</h2>
<!-- /wp:heading -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>Write something in this text. Type <strong>##</strong> and a space for a heading, <strong>-</strong> and a space for a list; paste from a page or a document.</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Open another post and write there, too. The header counts what is unsaved; a click on it shows what was changed, word by word, and saves it in one request.</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Press Ctrl or Cmd and Z, wherever you are: undo goes across all posts, and says what it took back.</li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Choose another person in the menu with your name, and see what that role may and may not do.</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:heading -->
<h2 class="wp-block-heading">Under the hood</h2>
<!-- /wp:heading -->

<!-- wp:paragraph -->
<p>Open the side panel and choose “Under the hood”: each request with who asked for it, what the store holds, which part of the page was rendered, which records are locked. Then make the server slow, or let it fail, and go on writing.</p>
<!-- /wp:paragraph -->

<!-- wp:heading -->
<h2 class="wp-block-heading">Together</h2>
<!-- /wp:heading -->

<!-- wp:paragraph -->
<p>Open this page in a second window as somebody else, switch on “Work together” in both, and write in the same paragraph.</p>
<!-- /wp:paragraph -->`
