import { importOptions } from '../import/options.ts'

/** An option of `gatehouse gate`: how it is parsed, and its help text. */
interface GateOption {
  readonly type: 'string' | 'boolean'
  readonly value?: string
  readonly help: string
}

const { project, ref, url, category, format, diff, deployment } = importOptions

/** The options that describe the scan, as `gatehouse import` has them. */
const uploadOptions = {
  project,
  ref,
  commit: importOptions.commit,
  'commit-title': importOptions['commit-title'],
  author: importOptions.author,
  'pull-request': importOptions['pull-request'],
  'pull-request-title': importOptions['pull-request-title'],
  event: importOptions.event,
  'job-url': importOptions['job-url'],
  'started-at': importOptions['started-at'],
  url,
  diff,
  category,
  format,
} as const

/** The options of the verdict. */
const verdictOptions = {
  base: {
    type: 'string',
    value: 'REF',
    help: 'compare with this ref; passes only if the project protects it; default: the primary branch',
  },
  strict: { type: 'boolean', help: 'count all findings of a source that has no full scan on the base' },
  wait: {
    type: 'string',
    value: 'SECONDS',
    help: 'wait for sources that other jobs send, at most this long; default: 0',
  },
  timeout: {
    type: 'string',
    value: 'SECONDS',
    help: 'wait for imports and a busy service, at most this long; default: 900',
  },
  'on-error': {
    type: 'string',
    value: 'pass|fail',
    help: 'without a verdict, exit with 0 (pass) or 1 (fail) instead of 3',
  },
  markdown: { type: 'string', value: 'FILE', help: 'write the verdict as a comment for a pull request' },
  post: {
    type: 'string',
    value: 'github|gitlab',
    help: 'write a commit status and a comment with the token of the pipeline, which also names the commit',
  },
  sarif: { type: 'string', value: 'FILE', help: 'write the findings that count as SARIF 2.1.0' },
  json: { type: 'boolean', help: 'print the verdict as JSON' },
  deployment,
} as const satisfies Record<string, GateOption>

export const gateOptions = { ...uploadOptions, ...verdictOptions } as const

const line = ([name, option]: readonly [string, GateOption]) =>
  `  ${`--${name}${option.value === undefined ? '' : ` ${option.value}`}`.padEnd(27)} ${option.help}`

const listed = (options: Record<string, GateOption>) => Object.entries(options).map(line).join('\n')

/** The text that `gatehouse gate --help` prints below its usage. */
export const gateHelp = `Decides whether a commit may pass: sends the reports, waits until they are imported, and compares the commit with the
newest full scan of each source on the primary branch. Without FILE it evaluates the commit again.

With GATEHOUSE_URL and GATEHOUSE_TOKEN, a token with the scope scans:write, it asks that service; otherwise the one of
the data folder of this machine.

What was scanned
${listed(uploadOptions)}

Verdict
${listed(verdictOptions)}

Exit status: 0 pass, 1 fail, 2 wrong usage, 3 no verdict: a report was rejected, a scan failed or is held, a required
source is missing, or the service did not answer. What --post could not write is a warning, and changes no status.`
