// The icons are embedded in the document: they need no request and no code, and are available at once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './prepare.mjs'

/**
 * Inserts `icons.svg` into the page, hidden, for every `<use href="#icon-…">`. It precedes the elements that use it:
 * rows rendered before their icons would be laid out again.
 */
export function iconsInPage(): Plugin {
  return {
    name: 'icons-in-page',
    transformIndexHtml: () => {
      const file = readFileSync(join(root, 'src', 'dashboard', 'ui', 'icon', 'icons.svg'), 'utf8')
      const children = file.replace(/>\s+</g, '><').trim()
      return [{ tag: 'div', attrs: { hidden: true }, children, injectTo: 'body-prepend' }]
    },
  }
}
