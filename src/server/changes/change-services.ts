import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { WriteRun, Writer } from '#server/db/database.ts'

/** Writes data, and notifies listeners of changes. */
export interface ChangeServices {
  /**
   * Runs `work` as one write of a deployment: its change number is incremented in the same transaction, which
   * invalidates all earlier entity tags, and the change is added to the change log. Every change of a deployment's data
   * must use this function; counted tables are written only by the write modules of their resources.
   * @param actor who makes the change.
   * @param events for people and webhooks; `work` may still complete them.
   */
  change<T>(
    deploymentId: number,
    actor: string,
    work: (transaction: ChangeTransaction, run: WriteRun) => Promise<T>,
    ...events: readonly ChangeEvent[]
  ): Promise<T>
  /**
   * Writes data that belongs to no deployment: personal rows, sessions, tokens, leases. It has no change number and no
   * log row.
   */
  record<T>(work: (transaction: Writer, run: WriteRun) => Promise<T>): Promise<T>
  /**
   * Calls `listener` with every change, in order, each once it is on disk; changes of other processes can be combined.
   * Returns a function that removes the listener.
   */
  onChange(listener: (change: Change) => void): () => void
  /** Resolves when listeners have been called with all changes that are committed now, by any process. */
  follow(deploymentId: number): Promise<void>
}

/** An event of a change, sent to all subscribers. Source: docs/api.md#events. */
export interface ChangeEvent {
  event:
    | 'scan.completed'
    | 'gate.evaluated'
    | 'policy.changed'
    | 'project.changed'
    | 'sbom.changed'
    | 'job.changed'
  /** The id of the changed resource, if it has one. */
  id?: string
}

/** One change of a deployment's data. */
export interface Change {
  deploymentId: number
  changeNumber: number
  /** The findings that were inserted, changed or deleted. */
  findings: readonly number[]
  /** Whether all data of the deployment must be reloaded. */
  all: boolean
  events: readonly ChangeEvent[]
}
