// Where a script is asked for late, the bundler adds code that asks for its style sheets too. There is one style sheet, and
// it is there from the start.
import type { Plugin } from 'vite'

/** Lets a late script be asked for by `import()` alone; fails the build where one would come with a style sheet of its own. */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
    generateBundle(_options, bundle) {
      const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css'))
      if (sheets.length > 1) this.error(`more than one style sheet: ${sheets.join(', ')}`)
    },
  }
}
