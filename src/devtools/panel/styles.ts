/** Everything the panel looks like. It stands in a shadow root: it reaches nothing outside, and nothing outside reaches it. */
export const styles = /* css */ `
:host {
  all: initial;
  display: block;
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #1a1d1f);
  --sunken: light-dark(#f1f1ee, #24282b);
  --line: light-dark(#deded9, #3a4045);
  --line-strong: light-dark(#85857e, #767d83);
  --ink: light-dark(#1d1f21, #e5e7e8);
  --quiet: light-dark(#5a5e5c, #a9afb4);
  --accent: light-dark(#17558c, #82b8e6);
  --accent-soft: light-dark(#e6eef6, #1d3244);
  --danger: light-dark(#a8261d, #f29c94);
  --danger-soft: light-dark(#fbebe9, #3d2321);
  --warn: light-dark(#774b00, #e6bd6b);
  --warn-soft: light-dark(#fbf0da, #382d17);
  --good: light-dark(#22683f, #84cda0);
  --good-soft: light-dark(#e4f2e9, #1b3325);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace;
}
:host([data-scheme='light']) { color-scheme: light; }
:host([data-scheme='dark']) { color-scheme: dark; }
* { box-sizing: border-box; }
.root {
  display: flex;
  flex-direction: column;
  height: 100%;
  min-width: 0;
  background: var(--ground);
  color: var(--ink);
  font: 13px/1.45 system-ui, -apple-system, 'Segoe UI', sans-serif;
  text-align: left;
}
.floating {
  position: fixed;
  inset: auto 0 0;
  z-index: 2147483000;
  border-top: 1px solid var(--line-strong);
  box-shadow: 0 -6px 24px rgb(0 0 0 / 18%);
}
.floating[data-position='right'] { inset: 0 0 0 auto; border-top: 0; border-left: 1px solid var(--line-strong); }
.floating[data-position='left'] { inset: 0 auto 0 0; border-top: 0; border-right: 1px solid var(--line-strong); }
.floating[data-position='top'] { inset: 0 0 auto; border-top: 0; border-bottom: 1px solid var(--line-strong); }
.floating:is([data-position='left'], [data-position='right']) { height: auto; max-width: 100vw; }
.resizer { position: absolute; padding: 0; border: 0; background: none; touch-action: none; }
.resizer:hover, .resizer:focus-visible { background: var(--accent); }
[data-position='bottom'] > .resizer { inset: -3px 0 auto; height: 6px; cursor: ns-resize; }
[data-position='top'] > .resizer { inset: auto 0 -3px; height: 6px; cursor: ns-resize; }
[data-position='right'] > .resizer { inset: 0 auto 0 -3px; width: 6px; cursor: ew-resize; }
[data-position='left'] > .resizer { inset: 0 -3px 0 auto; width: 6px; cursor: ew-resize; }
.toggle {
  position: fixed;
  z-index: 2147483000;
  inset: auto auto 12px 12px;
  padding: 6px 12px;
  border: 1px solid var(--line-strong);
  border-radius: 99px;
  background: var(--ground);
  color: var(--ink);
  box-shadow: 0 2px 10px rgb(0 0 0 / 22%);
  font: 600 12px/1.4 system-ui, sans-serif;
  cursor: pointer;
}
.toggle[data-position='bottom-right'] { inset: auto 12px 12px auto; }
.toggle[data-position='top-left'] { inset: 12px auto auto 12px; }
.toggle[data-position='top-right'] { inset: 12px 12px auto auto; }
.bar { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; padding: 6px 12px; border-bottom: 1px solid var(--line); }
.bar > strong { font-size: 12px; }
.bar > button { margin-left: auto; }
h2 { margin: 0; font-size: 13px; font-weight: 600; }
p { margin: 0; }
ul, ol { margin: 0; padding: 0; list-style: none; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
section button, .bar button {
  padding: 1px 8px;
  border: 1px solid var(--line-strong);
  border-radius: 5px;
  background: none;
  font-size: 12px;
}
section button:hover:not(:disabled), .bar button:hover { background: var(--sunken); }
button:disabled { color: var(--quiet); border-color: var(--line); cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
input[type='search'] {
  width: 100%;
  padding: 3px 8px;
  border: 1px solid var(--line-strong);
  border-radius: 5px;
  background: var(--ground);
}
.server { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
.server h2 { font-size: 12px; }
.server .modes { display: flex; flex-wrap: wrap; gap: 4px; }
.server label { position: relative; padding: 1px 8px; border: 1px solid var(--line); border-radius: 99px; font-size: 12px; cursor: pointer; }
.server label:hover { border-color: var(--line-strong); }
.server input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.server label:has(:checked) { border-color: var(--accent); background: var(--accent-soft); color: var(--accent); font-weight: 500; }
.server:not([data-mode='normal']) label:has(:checked) { border-color: var(--warn); background: var(--warn-soft); color: var(--warn); }
.server label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
.tabs { display: flex; flex-wrap: wrap; gap: 0 2px; padding: 0 8px; border-bottom: 1px solid var(--line); }
.tabs button { padding: 6px 6px 5px; border: 0; border-bottom: 2px solid transparent; background: none; color: var(--quiet); font-size: 12px; }
.tabs button:hover { color: var(--ink); }
.tabs button[aria-selected='true'] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
.tab-panel { flex: 1; min-height: 0; overflow: hidden auto; }
.tab-panel > section { display: grid; gap: 8px; padding: 10px 12px; }
.tab-panel > section + section { border-top: 1px solid var(--line); }
section > header { display: flex; gap: 8px; align-items: center; min-height: 24px; }
section > header .actions { display: flex; gap: 6px; margin-left: auto; }
.quiet, .hint { color: var(--quiet); font-weight: 400; }
.hint, li { font-size: 12px; }
.mono { font-family: var(--mono); font-size: 12px; }
.badge { padding: 0 6px; border-radius: 99px; background: var(--sunken); font-size: 11px; white-space: nowrap; }
.badge[data-tone='good'] { background: var(--good-soft); color: var(--good); }
.badge[data-tone='accent'] { background: var(--accent-soft); color: var(--accent); }
.badge[data-tone='warn'] { background: var(--warn-soft); color: var(--warn); }
.badge[data-tone='danger'] { background: var(--danger-soft); color: var(--danger); }
.rows > li { display: grid; gap: 3px; padding: 6px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.rows .line { display: flex; flex-wrap: wrap; gap: 3px 6px; align-items: center; }
.rows .line .actions { display: flex; gap: 4px; margin-left: auto; }
.rows [data-undone='true'] { opacity: 0.75; }
.change { display: block; }
.change del { text-decoration-color: var(--danger); }
.change ins { color: var(--good); text-decoration: none; }
.request { display: grid; grid-template-columns: auto auto 1fr; gap: 0 8px; padding: 6px 0; border-top: 1px solid var(--line); font-variant-numeric: tabular-nums; }
.request .method { font-weight: 600; }
.request .code { color: var(--good); }
.request .code[data-bad='true'] { color: var(--danger); }
.request .duration { color: var(--quiet); text-align: right; }
.request .path, .request .reason, .request .note { grid-column: 1 / -1; overflow-wrap: anywhere; }
.request .path { font-family: var(--mono); }
.request .reason { color: var(--quiet); }
.request .note { color: var(--warn); }
.request b { color: var(--ink); font-weight: 500; }
.saved { padding: 6px 8px; border-radius: 6px; background: var(--good-soft); font-size: 12px; }
.saved summary { color: var(--good); cursor: pointer; }
.saved ul { max-height: 12rem; padding-top: 4px; overflow: hidden auto; overflow-wrap: anywhere; }
.saved b { font-weight: 500; }
table { width: 100%; border-collapse: collapse; font-size: 12px; font-variant-numeric: tabular-nums; }
th, td { padding: 3px 8px 3px 0; border-top: 1px solid var(--line); text-align: left; overflow-wrap: anywhere; }
th { color: var(--quiet); font-weight: 400; }
.counts :is(th, td):last-child { padding-right: 0; text-align: right; }
.tree { font-family: var(--mono); font-size: 12px; overflow-wrap: anywhere; }
.tree ul { margin-left: 7px; padding-left: 11px; border-left: 1px solid var(--line); }
.tree .node { display: flex; gap: 4px; align-items: center; width: 100%; min-height: 24px; padding: 0; border: 0; border-radius: 4px; background: none; text-align: left; overflow-wrap: anywhere; }
/* Behind the slash stands what screen readers say: nothing, as the button says itself whether it is open. */
.tree .node::before { content: '▸'; content: '▸' / ''; width: 14px; color: var(--quiet); }
.tree .node[aria-expanded='true']::before { content: '▾'; content: '▾' / ''; }
.tree .leaf { display: block; min-height: 24px; padding-left: 18px; }
.tree .value { color: var(--good); }
.tree .value[data-type='string'] { color: var(--accent); }
`
