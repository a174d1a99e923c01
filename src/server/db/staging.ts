import type { ChangeTransaction } from './changed-rows.ts'
import type { Writer } from './database.ts'

export type Value = string | number | null
/** Values by column; all rows of one call have the same columns in the same order. */
export type Row = Readonly<Record<string, Value>>

/** Columns of a staged row that belong to `finding_detail` and `finding_evidence`; no column of `finding` is named so. */
export const detailColumns = ['code_json', 'data_flow_json', 'fix_json', 'references_json']
export const evidenceColumns = [
  'scheme',
  'fingerprint',
  'other_scheme',
  'other_fingerprint',
  'code',
  'tokens',
  'context',
  'flow',
  'message',
  'aliases_json',
  'purl',
  'distribution',
  'part',
]

/** The project, ref, source and scan that the findings of a run belong to. */
export interface RunTarget {
  projectId: number
  refId: number
  onPrimary: boolean
  /** Whether the ref is the branch of a merge queue. */
  onMergeQueue: boolean
  sourceId: number
  scanId: number
}

/** A staged row to move, with the id of its flaw and `open_since` if these are known from another ref. */
export interface MovedRow {
  number: number
  flawId: number | null
  openSince: number | null
}

/** The ids for the numbers by which rows of one run refer to rules, lists of categories and messages. */
export interface StagedIds {
  rules: readonly { id: number; policyId: number | null }[]
  categorySets: readonly (number | null)[]
  messages: readonly (number | null)[]
}

/** Where the findings of one import are kept before its transaction. */
export interface StagingTables {
  /** Stages rows of `finding`, `finding_detail` and `finding_evidence`. Each has a `number`; these ascend from 1. */
  stage(transaction: Writer, rows: readonly Row[]): Promise<void>
  /** Sets the ids of the rows that are moved next. */
  setIds(transaction: Writer, ids: StagedIds): Promise<void>
  /**
   * Moves staged rows of one run into their tables, under new ids in the order of their numbers. A row without the flaw
   * of another ref gets a flaw of its own.
   * @returns their ids.
   */
  move(transaction: ChangeTransaction, target: RunTarget, rows: readonly MovedRow[]): Promise<number[]>
  drop(transaction: Writer): Promise<void>
}
