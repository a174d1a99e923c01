// The contract says each operation's summary and description for the published description. The browser shows neither, and
// they come before the rows, so its build leaves them out.
import type { Plugin } from 'vite'

const said = /^ {2}(?:summary|description):\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),\n/gm

/** A file of the contract without the sentences about its operations. */
export function withoutSentences(code: string): string {
  return code.replace(said, '')
}

/** Leaves them out of the browser's build. They stand two spaces in, in a literal of their own, as the formatter has it. */
export function terseOperations(): Plugin {
  return {
    name: 'terse-operations',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\/[^/]+\.ts$/ },
      handler: (code) => ({ code: withoutSentences(code), map: null }),
    },
  }
}
