// The drawings of the icons stand in the document itself: no request for them, no code for them, none that comes late.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './prepare.mjs'

/**
 * Puts `icons.svg` into the page, unseen, for every `<use href="#icon-…">`. It stands before what uses it: rows that came
 * before their icons would be laid out again.
 */
export function iconsInPage(): Plugin {
  return {
    name: 'icons-in-page',
    transformIndexHtml: () => {
      const file = readFileSync(join(root, 'src', 'ui', 'icon', 'icons.svg'), 'utf8')
      const children = file.replace(/>\s+</g, '><').trim()
      return [{ tag: 'div', attrs: { hidden: true }, children, injectTo: 'body-prepend' }]
    },
  }
}
