import { fromMarkdown } from 'mdast-util-from-markdown'
import { describe, expect, it } from 'vitest'
import type { CodeLines, DataFlowStep, FindingDocument, SuggestedFix } from '#server/db/documents.ts'
import { profiles } from './profile.ts'
import { type DemoRow, Ids, type RowOf } from './rows.ts'
import { demoRows } from './rows-of-demo.ts'

const now = Date.UTC(2026, 10, 21)
const all: DemoRow[] = [
  ...demoRows({
    deployment: { slug: 'acme', name: 'Acme' },
    profile: profiles.demo,
    seed: 1,
    now,
    ids: new Ids(),
    deploymentId: 1,
  }),
]
const rows = <Name extends DemoRow['table']>(table: Name): RowOf<Name>[] =>
  all
    .filter((line): line is Extract<DemoRow, { table: Name }> => line.table === table)
    .map((line) => line.row as RowOf<Name>)

const details = new Map(rows('finding_detail').map((row) => [row.finding_id, row]))
const rules = new Map(rows('rule').map((row) => [row.id, row]))
const projects = new Map(rows('project').map((row) => [row.id, row]))
const findings = rows('finding')
  .filter((row) => row.removed === 0)
  .map((row) => ({
    row,
    document: JSON.parse(row.document_json) as FindingDocument,
    rule: rules.get(row.rule_id),
    detail: details.get(row.id ?? 0),
    project: projects.get(row.project_id),
  }))
type Finding = (typeof findings)[number]

const anyType: Record<string, (finding: Finding) => unknown> = {
  location: ({ row }) => row.path,
  'location.line': ({ row }) => row.line,
  'location.column': ({ row }) => row.column,
  'location.endLine': ({ row }) => row.end_line,
  'location.endColumn': ({ row }) => row.end_column,
  line_of_code_url: ({ document }) => document.line_of_code_url,
  syntactic_id: ({ row }) => row.syntactic_id,
  triage_reason: ({ row }) => row.triage_reason,
  triage_comment: ({ row }) => row.triage_comment,
  triaged_at: ({ row }) => row.triaged_at,
  'repository.url': ({ project }) => project?.url,
  external_ticket: ({ document }) => document.external_ticket,
  'external_ticket.id': ({ document }) => document.external_ticket?.id,
  'external_ticket.linkedIssueIds': ({ document }) => document.external_ticket?.linkedIssueIds,
  review_comments: ({ document }) => document.review_comments?.[0],
  'review_comments.externalNoteId': ({ document }) => document.review_comments?.[0]?.externalNoteId,
}

const scanned: Record<string, (finding: Finding) => unknown> = {
  confidence: ({ row }) => row.confidence,
  categories: ({ row }) => row.category_set_id,
  'rule.category': ({ rule }) => rule?.category,
}

const code: Record<string, (finding: Finding) => unknown> = {
  ...anyType,
  ...scanned,
  sourcing_policy: ({ row }) => row.policy_id,
  'rule.cweNames': ({ rule }) => (rule?.cwe_json === '[]' ? null : rule?.cwe_json),
  'rule.owaspNames': ({ rule }) => (rule?.owasp_json === '[]' ? null : rule?.owasp_json),
  click_to_fix_prs: ({ document }) => document.click_to_fix_prs?.[0],
  click_to_fix_failures: ({ document }) => document.click_to_fix_failures?.[0],
  assistant: ({ document }) => document.assistant,
  'assistant.autofix': ({ document }) => document.assistant?.autofix,
  'assistant.autofix.explanation': ({ document }) => document.assistant?.autofix?.explanation,
  'assistant.autotriage': ({ document }) => document.assistant?.autotriage,
  'assistant.component': ({ document }) => document.assistant?.component,
  'assistant.guidance': ({ document }) => document.assistant?.guidance,
  'assistant.guidance.instructions': ({ document }) => document.assistant?.guidance?.instructions,
  'assistant.rule_explanation': ({ document }) => document.assistant?.rule_explanation,
  code: ({ detail }) => detail?.code_json,
  data_flow: ({ detail }) => detail?.data_flow_json,
  fix: ({ detail }) => detail?.fix_json,
}

const supplyChain: Record<string, (finding: Finding) => unknown> = {
  ...anyType,
  ...scanned,
  vulnerability_identifier: ({ row }) => row.advisory,
  epss_score: ({ row }) => row.epss_score,
  fix_recommendations: ({ document }) => document.fix_recommendations?.[0],
  'found_dependency.lockfile_line_url': ({ document }) => document.lockfile_line_url,
  is_malicious: ({ row }) => row.is_malicious || null,
  reachable_condition: ({ document }) => document.reachable_condition,
  usage: ({ document }) => document.usage,
  'usage.external_ticket': ({ document }) => document.usage?.external_ticket,
}

const secrets: Record<string, (finding: Finding) => unknown> = {
  ...anyType,
  validationState: ({ row }) => row.validation_state,
  historicalInfo: ({ document }) => document.secret?.historicalInfo,
  'historicalInfo.gitBlob': ({ document }) => document.secret?.historicalInfo?.gitBlob,
  ruleHashId: ({ document }) => document.secret?.ruleHashId,
  refUrl: ({ document }) => document.secret?.refUrl,
}

describe.each([
  ['code', 0, code],
  ['supply chain', 1, supplyChain],
  ['secrets', 2, secrets],
] as const)('optional fields of %s findings', (_, type, fields) => {
  const own = findings.filter((finding) => finding.row.type === type)

  it.each(Object.keys(fields))('%s is there in 1 % or more and missing somewhere', (field) => {
    const there = own.filter((finding) => (fields[field]?.(finding) ?? null) !== null)
    expect(there.length / own.length).toBeGreaterThanOrEqual(0.01)
    expect(there.length).toBeLessThan(own.length)
  })
})

describe('the code of a finding', () => {
  it('holds the match, the last step of the flow and the lines that the fix replaces', () => {
    for (const { row, detail } of findings) {
      if (row.type !== 0 || typeof detail?.code_json !== 'string') continue
      const { startLine, lines } = JSON.parse(detail.code_json) as CodeLines
      const lineAt = (line: number) => lines[line - startLine] ?? ''
      if (typeof row.line === 'number' && typeof row.end_line === 'number') {
        expect(row.line >= startLine && row.end_line < startLine + lines.length).toBe(true)
        expect(lineAt(row.line).length).toBeGreaterThanOrEqual(row.column ?? 0)
        expect(lineAt(row.end_line).length + 1).toBeGreaterThanOrEqual(row.end_column ?? 0)
      }
      if (typeof detail.fix_json === 'string') {
        const fix = JSON.parse(detail.fix_json) as SuggestedFix
        const before = fix.before.split('\n')
        expect(before.map((_, position) => lineAt(fix.startLine + position))).toEqual(before)
      }
      if (typeof detail.data_flow_json === 'string') {
        const flow = JSON.parse(detail.data_flow_json) as DataFlowStep[]
        expect([flow[0]?.kind, flow.at(-1)?.kind]).toEqual(['source', 'sink'])
      }
    }
  })
})

describe('why a change is suggested', () => {
  it('names the line as code, also where the line has backticks of its own', () => {
    const reasons = findings.flatMap(({ document }) => document.assistant?.autofix?.explanation ?? [])
    expect(reasons.some((reason) => reason.includes('``'))).toBe(true)
    for (const reason of reasons) {
      const last = fromMarkdown(reason).children.at(-1)
      const [code, end] = last?.type === 'paragraph' ? last.children.slice(-2) : []
      expect([code?.type, end?.type === 'text' && end.value], reason).toEqual(['inlineCode', '.'])
    }
  })
})

describe('nothing that could be mistaken for a credential', () => {
  it('stands anywhere', () => {
    const shapes =
      /AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20,}|xox[abpr]-[0-9A-Za-z-]{10,}|[sr]k_(live|test)_[0-9A-Za-z]{8,}|AIza[0-9A-Za-z_-]{30,}|npm_[0-9A-Za-z]{30,}|-----BEGIN|eyJ[A-Za-z0-9_-]{10,}\.|glpat-|:\/\/[^\s/:@]+:[^\s/@$]+@/
    const found = all.filter((line) => shapes.test(JSON.stringify(line.row)))
    expect(found).toEqual([])
  })

  it('secrets carry a hash and a type, never code', () => {
    for (const { row, detail } of findings) {
      if (row.type !== 2) continue
      expect(row.secret_hash).toMatch(/^[0-9a-f]{64}$/)
      expect(row.secret_type).toBeTruthy()
      expect(detail?.code_json).toBeNull()
    }
  })

  it('some secrets stand in several places, branches and projects, and work in all of them or in none', () => {
    const places = new Map<string, Finding[]>()
    for (const finding of findings) {
      const hash = finding.row.secret_hash
      if (hash) places.set(hash, [...(places.get(hash) ?? []), finding])
    }
    const different = (several: Finding[], of: (finding: Finding) => unknown) =>
      new Set(several.map(of).filter((value) => value !== null)).size
    const groups = [...places.values()]
    const spread = (of: (finding: Finding) => unknown) =>
      groups.filter((one) => different(one, of) > 1).length
    expect(spread(({ row }) => row.project_id)).toBeGreaterThan(5)
    expect(spread(({ row }) => row.ref_id)).toBeGreaterThan(10)
    expect(spread(({ row }) => `${row.project_id} ${row.path}`)).toBeGreaterThan(5)
    expect(spread(({ row }) => row.validation_state)).toBe(0)
  })
})
