import type { Selectable } from 'kysely'
import type { ChangeServices } from '#server/changes/change-services.ts'
import type { ColumnStores } from '#server/columns/public.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { DeploymentTable } from '#server/db/tables.ts'
import type { Authenticator } from './authenticator.ts'
import type { RunningExports } from './response/running-exports.ts'
import type { TurnQueue } from './turn-queue.ts'

export type Deployment = Selectable<DeploymentTable>

/** What every resource is built from. */
export interface Services extends ChangeServices {
  readonly config: Config
  readonly database: Database
  readonly columns: ColumnStores
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
  /** The files that are being read, and the imports that are being applied, by this process. */
  readonly imports: { readonly reading: TurnQueue; readonly applying: TurnQueue }
  readonly signInCodes: SignInCodes
  readonly jobs: JobRunner
  readonly deployments: DeploymentDirectory
  /** Fires when the service begins to stop, for answers that would last. */
  readonly stopping: AbortSignal
}

/** Does what takes long, in jobs that survive a crash. */
export interface JobRunner {
  /** Looks for jobs of a table that wait; they begin after the present answer is sent. */
  wake(table: 'job' | 'sbom_export'): void
  /**
   * Takes up what a stop or a crash left, now and as leases lapse.
   * @param options.alone no other process uses the database, so that all leases are of processes that are gone.
   */
  start(options?: { alone?: boolean }): Promise<void>
  /** Stops after the steps that run now; resolves when they have ended. The next start goes on. */
  stop(): Promise<void>
  /** Resolves when no job has anything left to do. */
  settled(): Promise<void>
}

/** The codes of sign-in links: ten minutes, one use, this process. */
export interface SignInCodes {
  /** A new code that signs in with a token. */
  create(tokenId: number): string
  /** The token that a code signs in with, after which it is no more; null for one that is unknown, used or too old. */
  redeem(code: string): number | null
}

/** The deployments, in memory: there are few, and every request needs one. */
export interface DeploymentDirectory {
  /** By decimal id or slug; undefined where there is none. */
  find(idOrSlug: string): Deployment | undefined
  all(): readonly Deployment[]
  /** Reads them anew after one was made. */
  refresh(): Promise<void>
}
