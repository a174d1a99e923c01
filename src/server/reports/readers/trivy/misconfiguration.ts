import { evidenceOf } from '../../findings/evidence.ts'
import type { ResultCount } from '../../input/reader.ts'
import type { ReportedCode } from '../../report/report.ts'
import { skipReasons } from '../../report/skip-reasons.ts'
import { secretRuleOf } from '../../secrets/signals.ts'
import {
  asCodeLines,
  asName,
  asObjects,
  asPosition,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import type { PackageRun } from '../cyclonedx/package-run.ts'
import { type DescribedResults, sarifLocation } from '../sarif/described-results.ts'
import { descriptorOf, severityIn, suppressionsOf, wordIn } from './descriptor.ts'
import type { Scanned } from './entries.ts'
import { pathOf } from './target.ts'

/**
 * Adds a misconfiguration, with its rule and message as in Trivy's SARIF, and in addition its code. Passed checks, which
 * `--include-non-failures` adds, are left out; exceptions are suppressed.
 */
export function addMisconfiguration(context: {
  value: JsonObject
  scanned: Scanned
  ignored: boolean
  results: DescribedResults
  count: ResultCount
  run: PackageRun
  refuse: (problem: string) => Error
}): void {
  const { value, scanned, ignored, results, count, run, refuse } = context
  const status = asName(value['Status'], 20)
  if (status === 'PASS') {
    run.leftOut.add(skipReasons.resultKind('pass'))
    return
  }
  const suppressed = ignored || status === 'EXCEPTION'
  for (const finding of results.add(ruleOf(value), resultOf(value, scanned, suppressed), refuse)) {
    if (finding.kind !== 'code' || isAboutSecrets(value)) continue
    const { code, matched } = codeOf(value)
    count.keep((code?.lines ?? []).reduce((sum, line) => sum + line.length + 16, 0))
    finding.code = code
    const {
      code: codeHash,
      tokens,
      tokenCount,
    } = evidenceOf({
      matched,
      path: finding.location?.filePath ?? null,
    })
    Object.assign(finding.evidence, { code: codeHash, tokens, tokenCount })
  }
}

const idOf = (value: JsonObject) => wordIn(value['ID']) || wordIn(value['AVDID']) || 'unknown'

const ruleOf = (value: JsonObject) =>
  descriptorOf({
    id: idOf(value),
    name: 'Misconfiguration',
    tag: 'misconfiguration',
    title: value['Title'],
    description: value['Description'],
    severity: value['Severity'],
    url: value['PrimaryURL'],
  })

function resultOf(value: JsonObject, scanned: Scanned, suppressed: boolean): JsonObject {
  const path = pathOf(scanned).replaceAll('\\', '/')
  const id = idOf(value)
  const startLine = asPosition(getIn(value['CauseMetadata'], 'StartLine')) ?? 1
  return {
    message: {
      text: `Artifact: ${path}\nType: ${scanned.type}\nVulnerability ${id}\nSeverity: ${wordIn(value['Severity'])}\nMessage: ${wordIn(value['Message'])}\nLink: [${id}](${wordIn(value['PrimaryURL'])})`,
    },
    locations: [
      sarifLocation(path, {
        startLine,
        endLine: asPosition(getIn(value['CauseMetadata'], 'EndLine')) ?? startLine,
        startColumn: 1,
        endColumn: 1,
      }),
    ],
    suppressions: suppressionsOf(suppressed),
    properties: {
      ...severityIn(value['Severity']),
      resource: getIn(value['CauseMetadata'], 'Resource'),
    },
  }
}

/** Whether the code of a misconfiguration may contain a secret: that of a password in an environment variable. */
const isAboutSecrets = (value: JsonObject): boolean =>
  secretRuleOf({
    tool: null,
    rulePath: idOf(value),
    tags: [],
    words: [asName(value['Title']), asName(value['Message'])],
    weaknesses: [],
  }) !== 'never'

/** The lines around the cause, and the text of the cause itself. */
function codeOf(value: JsonObject): { code: ReportedCode | null; matched: string | null } {
  const rows = asObjects(getIn(value['CauseMetadata'], 'Code', 'Lines')).slice(0, 400)
  const textOf = (row: JsonObject) => (typeof row['Content'] === 'string' ? row['Content'] : '')
  const startLine = asPosition(rows[0]?.['Number'])
  const lines = asCodeLines(rows.map(textOf).join('\n'))
  const causes = rows.filter((row) => row['IsCause'] === true)
  return {
    code: startLine === null || lines === null ? null : { startLine, lines },
    matched: causes.length === 0 ? null : causes.map(textOf).join('\n').slice(0, 64_000),
  }
}
