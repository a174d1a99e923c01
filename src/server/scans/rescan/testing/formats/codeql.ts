import { linesOf, type PlacedFlaw, type Repository } from '../repository.ts'
import { type LineFormat, ofLines, type Run } from './format.ts'
import { LineHashes } from './line-hash.ts'
import { physicalLocation, plainResult, rulesIn, sarifFlaws, sarifLog } from './sarif.ts'

const contextLines = 2

/** CodeQL's SARIF: lines around each result and a hash of what follows it, but no snippet of its own. */
export const codeQl: LineFormat = {
  name: 'CodeQL SARIF',
  issueTypes: ['sast'],
  sends: { code: true, fingerprint: true, context: contextLines, flow: true, secret: false },
  write: (repository, run) => {
    const flaws = sarifFlaws(repository, run)
    const paths = [...new Set(flaws.map(({ path }) => path))]
    const rules = rulesIn(run)
    const hashes = new Map(paths.map((path) => [path, new LineHashes(linesOf(repository, path), run.scheme)]))
    return sarifLog({
      tool: { driver: { name: 'CodeQL', semanticVersion: run.upgraded ? '2.22.1' : '2.16.4', rules } },
      invocations: [{ executionSuccessful: true, toolExecutionNotifications: [] }],
      artifacts: paths.map((uri, index) => ({ location: { uri, uriBaseId: '%SRCROOT%', index } })),
      results: flaws.map((flaw) => ({
        ...plainResult(flaw, run),
        ruleIndex: rules.findIndex(({ id }) => id === flaw.rule),
        locations: [physicalLocation(flaw, {}, contextOf(repository, flaw))],
        partialFingerprints: {
          primaryLocationLineHash: hashes.get(flaw.path)?.numbered(flaw.line),
          primaryLocationStartColumnFingerprint: String(flaw.column - 1 - indentOf(flaw.text)),
        },
        ...flowOf(repository, flaw),
      })),
      columnKind: 'utf16CodeUnits',
      properties: { 'semmle.formatSpecifier': 'sarif-latest' },
    })
  },
  ...ofLines,
  fingerprint: fingerprintOf,
}

function fingerprintOf(repository: Repository, { path, line }: PlacedFlaw, run: Run): string {
  return new LineHashes(linesOf(repository, path), run.scheme).of(line)
}

const indentOf = (text: string) => text.length - text.trimStart().length

function contextOf(repository: Repository, { path, line }: PlacedFlaw) {
  const lines = linesOf(repository, path)
  const startLine = Math.max(1, line - contextLines)
  const endLine = Math.min(lines.length, line + contextLines)
  const shown = lines.slice(startLine - 1, endLine).map(({ text }) => `${text}\n`)
  return { contextRegion: { startLine, endLine, snippet: { text: shown.join('') } } }
}

function flowOf(repository: Repository, flaw: PlacedFlaw): object {
  const lines = linesOf(repository, flaw.path)
  const from = lines.findIndex(({ sourceOf }) => sourceOf === flaw.truth)
  const source = lines[from]
  if (source === undefined) return {}
  const start: PlacedFlaw = { ...flaw, line: from + 1, column: 5, endColumn: source.text.length + 1 }
  const step = (place: PlacedFlaw, text: string) => ({
    location: { ...physicalLocation(place, {}, contextOf(repository, place)), message: { text: text } },
  })
  const steps = [step(start, source.text.trim()), step(flaw, flaw.code)]
  return { codeFlows: [{ threadFlows: [{ locations: steps }] }] }
}
