// The contract says each operation's summary and description for the published description, and the schema of its body
// for the service, which checks it. The browser shows the one and never reads by the other, nor does it look for faults
// between a query's values or care how an operation came into the contract: its build leaves all that out.
import type { Plugin } from 'vite'

const said =
  /^ {2}(?:(?:summary|description|mark):\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|(?:queryFaults|timed|upload|success): \w+),\n/gm

/** From its name to the next property of the operation, or to the operation's end. */
const body = /^ {2}body: .*?(?=^ {2}\w|^\}\))/gms

const imports = /^import \{([^}]*)\} from '\..*'\n/gm

/** Without the imports that nothing is left of: a schema that only a body names would be loaded for nothing. */
function withoutIdleImports(code: string): string {
  return code.replace(imports, (line, names: string, at: number) => {
    const rest = code.slice(0, at) + code.slice(at + line.length)
    const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(rest)
    const own = names.split(',').flatMap((name) => name.replace(/^\s*type\s/, '').trim() || [])
    return own.some(isUsed) ? line : ''
  })
}

/** A file of the contract without what only the service says and does with its operations. */
export function withoutSentences(code: string): string {
  return withoutIdleImports(code.replace(said, '').replace(body, ''))
}

/** Leaves them out of the browser's build. They stand two spaces in, in a literal of their own, as the formatter has it. */
export function terseOperations(): Plugin {
  return {
    name: 'terse-operations',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/contract\/operations\/[^/]+\.ts$/ },
      handler: (code) => ({ code: withoutSentences(code), map: null }),
    },
  }
}
