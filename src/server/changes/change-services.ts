import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { WriteRun, Writer } from '#server/db/database.ts'

/** How data is written, and who hears of it. */
export interface ChangeServices {
  /**
   * Runs `work` as one write of a deployment: its change number grows in the same transaction, so that every entity
   * tag made before no longer holds, and the change log says what changed. Every change of a deployment's data goes
   * through here; tables that are counted are written by the write modules of their resources alone.
   * @param actor who makes the change.
   * @param events for people and webhooks; `work` may still complete them.
   */
  change<T>(
    deploymentId: number,
    actor: string,
    work: (transaction: ChangeTransaction, run: WriteRun) => Promise<T>,
    ...events: readonly ChangeEvent[]
  ): Promise<T>
  /** Writes what is no data of a deployment: personal rows, sessions, tokens, leases. No number and no log row. */
  record<T>(work: (transaction: Writer, run: WriteRun) => Promise<T>): Promise<T>
  /** Calls `listener` with every change, in their order, each once it is on disk. Returns a function that stops it. */
  onChange(listener: (change: Change) => void): () => void
}

/** An event of a change, for everybody who follows. Source: docs/api.md#events. */
export interface ChangeEvent {
  event: 'scan.completed' | 'policy.changed' | 'project.changed' | 'sbom.changed' | 'job.changed'
  /** The id of what changed, where there is one. */
  id?: string
}

/** One change of a deployment's data. */
export interface Change {
  deploymentId: number
  changeNumber: number
  /** The findings that were inserted, changed or deleted. */
  findings: readonly number[]
  /** Whether everything of the deployment is to be read anew. */
  all: boolean
  events: readonly ChangeEvent[]
}
