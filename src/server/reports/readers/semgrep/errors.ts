import type { TakenValue } from '../../json/json-route.ts'
import type { FailedPart } from '../../report/report.ts'
import type { RunBuilder } from '../../report/run-builder.ts'
import { asList, asName, asObjects, asPosition, asText, getIn } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'

/** Errors about a rule. Their path, if any, is that of the rule's own file. */
const ruleErrorTypes = new Set([
  'ruleparseerror',
  'patternparseerror',
  'invalidruleschemaerror',
  'invalidruleschema',
  'unknownlanguageerror',
  'invalidyaml',
  'incompatiblerule',
  'missingplugin',
])

/** Parse errors of a file, which affect all rules. */
const syntaxErrorTypes = new Set([
  'syntaxerror',
  'othersyntaxerror',
  'lexicalerror',
  'astbuildererror',
  'partialparsing',
])

/** The value of the path in errors without one. */
const typesWithoutPaths = new Set([
  '<No file>',
  'NO FILE INFO',
  'FAKE TOKEN LOCATION',
  'semgrep temp file',
  'unknown',
])

const maxSpans = 1_000
const maxMessageLength = 2_000

type Span = { path: string | null; lines: FailedPart['lines'] }

/**
 * Derives the coverage of a run from the `errors` of a Semgrep file: which files, parts of files and rules are not
 * covered, and whether the run failed. Source: the type `cli_error` of the Semgrep output format
 * (`semgrep_output_v1.atd`); docs/api.md#lifecycle.
 */
export class SemgrepErrors {
  readonly #builder: RunBuilder
  #read = 0

  constructor(builder: RunBuilder) {
    this.#builder = builder
  }

  /** Reads one element of `errors`. */
  addError(value: TakenValue): void {
    const error = value.parse()
    this.#read += 1
    const type = getIn(error, 'type')
    // Newer versions write a list with the kind first: `["PartialParsing", [places]]`.
    const [errorType, detail] = Array.isArray(type) ? type : [type]
    const kind = asName(errorType, 200) ?? 'error'
    const plain = kind.toLowerCase().replaceAll(/[^a-z]/g, '')
    const rule = asName(getIn(error, 'rule_id')) ?? asName(getIn(detail, 'rule_id'))
    const spans = ruleErrorTypes.has(plain)
      ? []
      : spansOf(error, plain === 'partialparsing' ? detail : undefined)
    const path = ruleErrorTypes.has(plain)
      ? null
      : (pathOf(error) ?? spans.find((span) => span.path)?.path ?? null)
    const failing = isFailing(getIn(error, 'level'))
    const message = messageOf(error) ?? kind
    const line = spans[0]?.lines?.first ?? asPosition(getIn(error, 'location', 'start', 'line'))
    this.#builder.addError({ level: failing ? 'error' : 'warning', message, path, line, rule })
    // Older versions write a partial parse as a syntax error with spans; the error of a whole file has none.
    const parts = plain === 'partialparsing' || plain === 'syntaxerror' ? partsOf(spans, path) : []
    for (const part of parts) this.#builder.addFailedPart(part)
    if (parts.length > 0) return
    if (path !== null)
      this.#builder.addFailedPart({ path, rule: syntaxErrorTypes.has(plain) ? null : rule, lines: null })
    else this.#failedWithoutFile(rule, failing, message)
  }

  /** Checks whether a run that lists the files it scanned scanned any. */
  finish(scanned: number | null): void {
    if (scanned !== 0 || this.#read === 0) return
    const errors = this.#read === 1 ? 'an error' : `${this.#read} errors`
    this.#builder.fail(`Semgrep scanned no files and reported ${errors}.`)
  }

  #failedWithoutFile(rule: string | null, failing: boolean, message: string): void {
    if (rule !== null) this.#builder.run.coverage.failedRules.push(rule)
    if (!failing) return
    this.#builder.fail('Semgrep reported an error that affects the entire run', { message, rule })
  }
}

/** Warnings and notes do not fail a run; an error without a known level does. */
function isFailing(level: unknown): boolean {
  return typeof level !== 'string' || !/^(?:warn|info)/i.test(level)
}

function messageOf(error: unknown): string | null {
  const messages = ['message', 'long_msg', 'short_msg'].map((key) =>
    asText(getIn(error, key), maxMessageLength),
  )
  return messages.find((each) => each !== null) ?? null
}

function pathOf(holder: unknown): string | null {
  const path =
    filePath(getIn(holder, 'path')) ??
    filePath(getIn(holder, 'file')) ??
    filePath(getIn(holder, 'location', 'path'))
  return path === null || typesWithoutPaths.has(path) ? null : path
}

/** The locations of an error: its `spans`, else those in its type. */
function spansOf(error: unknown, detail: unknown): Span[] {
  const errorType = asObjects(asList(getIn(error, 'spans')).length > 0 ? getIn(error, 'spans') : detail)
  return errorType.map((span) => {
    const first = asPosition(getIn(span, 'start', 'line'))
    const last = asPosition(getIn(span, 'end', 'line')) ?? first
    const lines = first === null || last === null ? null : { first, last: Math.max(first, last) }
    return { path: pathOf(span), lines }
  })
}

/** The parts that were not parsed; none if no location is known, or if there are too many to store. */
function partsOf(spans: readonly Span[], path: string | null): FailedPart[] {
  if (spans.length > maxSpans) return []
  return spans.flatMap((span) => {
    const own = span.path ?? path
    return own === null ? [] : [{ path: own, rule: null, lines: span.lines }]
  })
}
