import type { Selectable } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Database, WriteRun, Writer } from '#server/db/database.ts'
import type { DeploymentTable } from '#server/db/tables.ts'
import type { Authenticator } from './authenticator.ts'
import type { RunningExports } from './response/running-exports.ts'

export type Deployment = Selectable<DeploymentTable>

/** What every resource is built from. */
export interface Services {
  readonly config: Config
  readonly database: Database
  /** The version of Gatehouse. */
  readonly version: string
  /** The file that Node runs as the command `gatehouse`; null where there is none. */
  readonly program: string | null
  /** Milliseconds since 1970; tests hand in their own. */
  now(): number
  /** The address that people type, without a trailing slash; links are built from it, never from a request. */
  publicUrl(): string
  /** Requests that are being answered now, streams aside. */
  requestsRunning(): number
  readonly authenticator: Authenticator
  readonly exports: RunningExports
  readonly signInCodes: SignInCodes
  readonly deployments: DeploymentDirectory
  /**
   * Runs `work` as one write of a deployment: its change number grows in the same transaction, so that every entity
   * tag made before no longer holds, and the change log says what changed. Every change of a deployment's data goes
   * through here.
   * @param actor who makes the change.
   * @param events for people and webhooks; `work` may still complete them.
   */
  change<T>(
    deploymentId: number,
    actor: string,
    work: (transaction: Writer, run: WriteRun) => Promise<T>,
    ...events: readonly ChangeEvent[]
  ): Promise<T>
  /** Writes what is no data of a deployment: personal rows, sessions, tokens, leases. No number and no log row. */
  record<T>(work: (transaction: Writer, run: WriteRun) => Promise<T>): Promise<T>
  /** Calls `listener` with every change, in their order, each once it is on disk. Returns a function that stops it. */
  onChange(listener: (change: Change) => void): () => void
  /** Fires when the service begins to stop, for answers that would last. */
  readonly stopping: AbortSignal
}

/** The codes of sign-in links: ten minutes, one use, this process. */
export interface SignInCodes {
  /** A new code that signs in with a token. */
  create(tokenId: number): string
  /** The token that a code signs in with, after which it is no more; null for one that is unknown, used or too old. */
  redeem(code: string): number | null
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
  events: readonly ChangeEvent[]
}

/** The deployments, in memory: there are few, and every request needs one. */
export interface DeploymentDirectory {
  /** By decimal id or slug; undefined where there is none. */
  find(idOrSlug: string): Deployment | undefined
  all(): readonly Deployment[]
  /** Reads them anew after one was made. */
  refresh(): Promise<void>
}
