import type { CodeLines, DataFlowStep, FindingDocument, SuggestedFix } from '#server/db/documents.ts'
import type { ProjectPlan } from '../organisation/projects.ts'
import type { Random } from '../random.ts'
import type { RowOf } from './rows.ts'
import type { BookRule } from './rule-writer.ts'

type FindingRow = RowOf<'finding'>

/** The columns that depend on what was found, the same on every ref. */
export type ContentColumns = Pick<
  FindingRow,
  | 'verdict'
  | 'component_tag'
  | 'resource'
  | 'component_risk'
  | 'reachability'
  | 'transitivity'
  | 'is_malicious'
  | 'advisory'
  | 'package'
  | 'package_version'
  | 'ecosystem'
  | 'epss_score'
  | 'epss_percentile'
  | 'fix_available'
  | 'secret_type'
  | 'validation_state'
  | 'secret_hash'
>

export const noColumns: ContentColumns = {
  verdict: null,
  component_tag: null,
  resource: null,
  component_risk: null,
  reachability: null,
  transitivity: null,
  is_malicious: null,
  advisory: null,
  package: null,
  package_version: null,
  ecosystem: null,
  epss_score: null,
  epss_percentile: null,
  fix_available: 0,
  secret_type: null,
  validation_state: null,
  secret_hash: null,
}

export interface Detail {
  code: CodeLines | null
  dataFlow: DataFlowStep[] | null
  fix: SuggestedFix | null
  references: string[] | null
}

/** What a finding says, before it is put onto refs. Lines count from 0 within the code. */
export interface Content {
  rule: BookRule
  path: string | null
  /** Line of the file at which the code begins. */
  startLine: number
  match: { line: number; column: number; endLine: number; endColumn: number } | null
  /** What tells it apart from others of the same rule and file. */
  key: string
  matched: string
  columns: ContentColumns
  document: FindingDocument
  /** @param startLine where the code begins on one ref */
  detail(startLine: number): Detail
}

export interface ProjectContext {
  plan: ProjectPlan
  random: Random
  /** Name for code: the last part of the project's, letters alone. */
  package: string
  /** Where the next code goes in each file, so that two findings never share lines. */
  nextLine: Map<string, number>
}

/** A place for code of so many lines in a file that has its earlier findings above it. */
export function takeLines(context: ProjectContext, path: string, count: number, atTop: boolean): number {
  const taken = context.nextLine.get(path)
  const start =
    taken === undefined ? (atTop ? 1 : context.random.integer(8, 140)) : taken + context.random.integer(4, 60)
  context.nextLine.set(path, start + count)
  return start
}
