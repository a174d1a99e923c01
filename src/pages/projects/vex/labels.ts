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

  result: (file: string) => `Import of ${file}`,
  summary: (findings: number, statements: number) =>
    `${plural(findings, 'finding')} triaged by ${plural(statements, 'statement')}`,
  others: (unchanged: number, unmatched: number) => `${unchanged} unchanged, ${unmatched} unmatched`,
  unmatched: 'Statements without effect',
  statement: (number: number, vulnerability: string) => `${number}: ${vulnerability}`,
  more: (count: number) => `${plural(count, 'more statement')}.`,
}
