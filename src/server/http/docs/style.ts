/** The style sheet of the API page, served as `/docs.css`, in the colors of the dashboard. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --surface: light-dark(oklch(100% 0 0), oklch(20.5% 0.014 262));
  --raised: light-dark(oklch(96.2% 0.005 255), oklch(24% 0.016 262));
  --line: light-dark(oklch(90.6% 0.008 255), oklch(29.5% 0.016 262));
  --text: light-dark(oklch(22% 0.02 260), oklch(94.5% 0.006 262));
  --quiet: light-dark(oklch(43% 0.02 260), oklch(77% 0.012 262));
  --accent: light-dark(oklch(46% 0.17 262), oklch(77% 0.12 262));
  --green: light-dark(oklch(46% 0.115 155), oklch(78% 0.13 155));
  --amber: light-dark(oklch(47% 0.1 70), oklch(82% 0.11 85));
  --red: light-dark(oklch(48% 0.19 27), oklch(75% 0.14 25));
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--surface); color: var(--text); font: 15px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code { font: 0.9em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
p code, li code { background: var(--raised); padding: 0.05em 0.3em; border-radius: 4px; }
header { padding: 0.75rem 1.5rem; border-bottom: 1px solid var(--line); }
header p { margin: 0; font-weight: 600; }
header a { color: var(--text); text-decoration: none; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--surface); padding: 0.25rem 0.5rem; }
.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem; }
nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; padding: 1.25rem 1rem 3rem 1.5rem; font-size: 0.9rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { margin-bottom: 0.75rem; }
nav > ul > li > a { font-weight: 600; color: var(--text); }
nav li li { padding: 0.1rem 0 0.1rem 0.75rem; }
nav a { text-decoration: none; }
nav code { font-size: 0.95em; }
nav a:hover { text-decoration: underline; }
main { padding: 1.25rem 2rem 6rem; min-width: 0; }
h1 { font-size: 1.6rem; margin: 0.25rem 0 1rem; }
h2 { font-size: 1.3rem; margin: 3rem 0 0.25rem; }
h3 { font-size: 1.05rem; margin: 0; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { font-size: 0.85rem; margin: 1rem 0 0.25rem; color: var(--quiet); }
h1 small, h4 small { font-weight: 400; color: var(--quiet); }
main > p, main > ul, .operation > p { max-width: 46rem; }
main > ul { padding-left: 1.25rem; }
.operation { border-top: 1px solid var(--line); padding: 1.25rem 0; margin-top: 1rem; scroll-margin-top: 0; }
.operation:target h3 { text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 2px; text-underline-offset: 0.3em; }
.address { margin: 0.5rem 0 0; padding: 0.5rem 0.75rem; background: var(--raised); border-radius: 6px; }
.method { font: 600 0.8rem/1 ui-monospace, Menlo, Consolas, monospace; margin-right: 0.25rem; }
.get { color: var(--accent); } .post { color: var(--green); } .put, .patch { color: var(--amber); } .delete { color: var(--red); }
.facts, .type, .words, small { color: var(--quiet); }
.facts { margin: 0.4rem 0; font-size: 0.9rem; }
.fields, .answers { list-style: none; margin: 0; padding: 0; }
.fields > li, .answers > li { padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
.fields > li:last-child, .answers > li:last-child { border-bottom: 0; }
.field b { font-size: 0.8rem; font-weight: 600; color: var(--amber); }
.field .optional { color: var(--quiet); font-weight: 400; }
.field > code { font-weight: 600; }
.type { font-size: 0.9rem; }
.words { display: block; font-size: 0.9rem; }
details { margin: 0.25rem 0 0; }
summary { cursor: pointer; font-size: 0.85rem; color: var(--quiet); width: max-content; padding: 0.15rem 0; }
pre { margin: 0.25rem 0; padding: 0.5rem 0.75rem; background: var(--raised); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { font-size: 0.85rem; line-height: 1.5; }
details > .fields { margin-left: 0.5rem; padding-left: 0.75rem; border-left: 2px solid var(--line); }
@media (max-width: 50rem) {
  .layout { display: block; }
  nav { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
  nav ul ul { display: none; }
  nav > ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
  nav > ul > li { margin: 0; }
  nav > ul > li > a { display: block; padding: 0.25rem 0; font-weight: 400; color: var(--accent); }
  header { padding: 0.75rem 1rem; }
  main { padding: 1rem 1rem 4rem; }
}
`
