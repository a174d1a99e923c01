import { hash } from 'node:crypto'
import type { Advisory, Inventory, Package } from '../packages.ts'
import { flawsIn, type PlacedFlaw, type Repository } from '../repository.ts'
import { cycloneDx } from './cyclonedx.ts'
import { type Format, type LineFormat, messageOf, ofLines, type Run, reportedFlaws } from './format.ts'

const fingerprintOf = ({ rule, path, code }: PlacedFlaw, { scheme = 1 }: Run) =>
  hash('sha256', `${scheme}\n${rule}\n${path}\n${code}`)

/** A file of the plain format; `files` are those that it says were scanned. */
const fileOf = (findings: readonly object[], run: Run, files?: readonly string[]) => ({
  gatehouse: 1,
  tool: { name: 'house-rules', version: run.upgraded ? '4.0.0' : '3.1.0' },
  completed_at: '2026-01-15T11:58:00Z',
  ...(files === undefined ? {} : { scanned_files: files }),
  findings,
})

const scannedFiles = (repository: Repository, run: Run) =>
  run.withoutFileList ? undefined : [...repository.keys()].filter((path) => run.files?.includes(path) ?? true)

const findingAt = (flaw: PlacedFlaw, run: Run) => ({
  rule: flaw.rule,
  message: messageOf(flaw, run),
  severity: run.upgraded ? 'high' : 'medium',
  path: flaw.path,
  line: flaw.line,
  column: flaw.column,
  end_line: flaw.line,
  end_column: flaw.endColumn,
  code: flaw.code,
  suppressed: run.suppressed?.includes(flaw.truth) ?? false,
})

const codeIn = (repository: Repository, run: Run) =>
  reportedFlaws(flawsIn(repository), run).map((flaw) => ({
    ...findingAt(flaw, run),
    fingerprint: fingerprintOf(flaw, run),
  }))

const secretsIn = (repository: Repository, run: Run) =>
  reportedFlaws(flawsIn(repository), run).map((flaw) => ({
    ...findingAt(flaw, run),
    kind: 'secret',
    code: flaw.text,
    secret: flaw.code,
  }))

/** The plain format of Gatehouse, with all that it can say of a flaw in code. */
export const plain: LineFormat = {
  name: 'plain findings',
  issueTypes: ['sast'],
  sends: { code: true, fingerprint: true, context: 0, flow: false, secret: false },
  write: (repository, run) => fileOf(codeIn(repository, run), run, scannedFiles(repository, run)),
  ...ofLines,
  fingerprint: (_, flaw, run) => fingerprintOf(flaw, run),
}

/** Its secrets with their values: a table, and JSON from the upgrade of the scanner on. Both are the same source. */
export const plainSecrets: LineFormat = {
  ...plain,
  name: 'plain secrets',
  issueTypes: ['sast', 'secrets'],
  sends: { code: true, fingerprint: false, context: 0, flow: false, secret: true },
  write: (repository, run) => tableUntilUpgrade(secretsIn(repository, run), run),
  fingerprint: () => null,
}

/** Its packages with vulnerabilities: a table, and JSON from the upgrade of the scanner on. */
export const plainPackages: Format<Inventory> = {
  ...cycloneDx,
  name: 'plain dependencies',
  write: (inventory, run) => tableUntilUpgrade(packagesIn(inventory, run), run),
}

const packagesIn = (inventory: Inventory, run: Run) =>
  inventory
    .filter(({ manifest }) => run.files?.includes(manifest) ?? true)
    .flatMap((each) => each.advisories.map((advisory) => vulnerabilityOf(each, advisory, run)))

function vulnerabilityOf({ name, version, manifest }: Package, advisory: Advisory, run: Run) {
  const { ghsa, cve } = advisory
  const id = (run.advisoryIds === 'cve' ? (cve ?? ghsa) : (ghsa ?? cve)) ?? advisory.name
  const others = [ghsa, cve].filter((alias) => alias !== undefined && alias !== id)
  return {
    kind: 'dependency',
    rule: id,
    title: `A flaw of the package (${advisory.name}).`,
    severity: run.upgraded ? 'critical' : 'high',
    path: manifest,
    package: name,
    version,
    ecosystem: 'npm',
    ...(run.withoutAliases ? {} : { aliases: others.join(';') }),
  }
}

const cellOf = (value: unknown) => {
  const text = String(value ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table of findings; without a finding it is a head alone. */
function tableOf(findings: readonly Record<string, unknown>[]): string {
  const columns = [...new Set(['rule', ...findings.flatMap((finding) => Object.keys(finding))])]
  const rows = findings.map((finding) => columns.map((column) => cellOf(finding[column])).join(','))
  return [`tool,${columns.join(',')}`, ...rows.map((row) => `house-rules,${row}`)].join('\n')
}

const tableUntilUpgrade = (findings: readonly Record<string, unknown>[], run: Run) =>
  run.upgraded ? fileOf(findings, run) : tableOf(findings)

/** Findings in code as a table, which does not say what was scanned. */
export const plainTable: LineFormat = {
  ...plain,
  name: 'plain table of findings',
  write: (repository, run) => tableOf(codeIn(repository, run)),
}
