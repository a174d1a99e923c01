import type { ProjectPlan } from '../organisation/projects.ts'
import type { Random } from '../random.ts'
import type { Content } from './content.ts'
import type { DecidedFinding, RecordedDecision } from './decisions.ts'
import type { Extras } from './extras.ts'
import type { Instance } from './lifecycle.ts'
import type { Ids } from './rows.ts'
import type { RuleBook } from './rule-book.ts'

export interface RowContext {
  deploymentId: number
  projectId: number
  sourceId: number
  plan: ProjectPlan
  url: string | null
  ids: Ids
  random: Random
  book: RuleBook
}

/** One fingerprint of a project: what was found, where it stands, what people decided. */
export interface Fingerprint {
  content: Content
  instances: readonly Instance[]
  triage: RecordedDecision | null
  /** An earlier decision that a return of the finding undid. */
  earlier: RecordedDecision | null
  reopened: boolean
  extras: (id: number, instance: Instance) => Extras
}

/** Is told of each finding that a change decided. */
export type OnDecided = (changeId: number, finding: DecidedFinding) => void
