import type { VexExportFormat } from '#contract/operations/vex.ts'
import { plural } from '#lib/text/format.ts'

export const formatLabels: Readonly<Record<VexExportFormat, string>> = {
  openvex: 'OpenVEX',
  cyclonedx: 'CycloneDX VEX',
  csaf: 'CSAF VEX',
  trivyignore: 'Trivy ignore file',
  'osv-scanner': 'OSV-Scanner ignore file',
}

export const labels = {
  title: 'VEX',
  format: 'Format',
  export: 'Export VEX',
  import: 'Import VEX…',
  file: 'VEX document',
  hint: 'Export the triage of dependencies, or apply a VEX document to open findings.',

  preview: (file: string) => `Preview of ${file}`,
  result: (file: string) => `Import of ${file}`,
  willTriage: (findings: number, statements: number) =>
    `${plural(statements, 'statement')} will triage ${plural(findings, 'finding')}`,
  summary: (findings: number, statements: number) =>
    `${plural(findings, 'finding')} triaged by ${plural(statements, 'statement')}`,
  apply: (findings: number) => `Triage ${plural(findings, 'finding')}`,
  discard: 'Discard',
  nothingToDo: 'No finding would change',
  undo: 'Undo import',
  undone: (findings: number) => `Undone: ${plural(findings, 'finding')} restored`,
  close: 'Close',
  others: (unchanged: number, unmatched: number) => `${unchanged} unchanged, ${unmatched} unmatched`,
  unmatched: 'Statements without effect',
  statement: (number: number, vulnerability: string) => `${number}: ${vulnerability}`,
  more: (count: number) => `${plural(count, 'more statement')}.`,
}
