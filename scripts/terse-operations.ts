// The contract says each operation's summary and description for the published description. The browser shows neither,
// nor does it look for faults between a query's values; they come before the rows, so its build leaves them out.
import type { Plugin } from 'vite'

const said =
  /^ {2}(?:(?:summary|description):\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|queryFaults: \w+),\n/gm

/** A file of the contract without what only the service says and does with its operations. */
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
