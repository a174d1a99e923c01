import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import type { Config } from '#server/base/config/config.ts'
import type { ChangeServices } from '#server/changes/change-services.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { Database } from '#server/db/database.ts'
import type { DeploymentTable } from '#server/db/tables.ts'
import type { Authenticator } from './authenticator.ts'
import type { BodyBudget } from './request/body-budget.ts'
import type { RunningExports } from './response/running-exports.ts'
import type { SingleSignOn } from './single-sign-on.ts'
import type { TurnQueue } from './turn-queue.ts'

export type Deployment = Selectable<DeploymentTable>

/** The dependencies of every resource. */
export interface Services extends ChangeServices {
  readonly config: Config
  readonly database: Database
  readonly columns: ColumnStores
  /** The version of Gatehouse. */
  readonly version: string
  /** The file that Node runs as the command `gatehouse`; null if there is none. */
  readonly program: string | null
  /** Where failures are logged that no request is answered with. */
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  /** Milliseconds since 1970; tests provide their own clock. */
  now(): number
  /** The public URL, without a trailing slash; links are built from it, never from a request. */
  publicUrl(): string
  /** All addresses of a host that a message is sent to, from the name service. */
  resolveHost(host: string): Promise<readonly string[]>
  /** The number of requests being answered now, without streams. */
  requestsRunning(): number
  readonly authenticator: Authenticator
  readonly exports: RunningExports
  /** Limits what this process reads, applies, and does with large files at a time. */
  readonly imports: { readonly reading: TurnQueue; readonly applying: TurnQueue; readonly large: TurnQueue }
  /** Limits the bytes of uploads that this process receives or that wait for their turn. */
  readonly uploads: BodyBudget
  readonly signInCodes: SignInCodes
  /** Null if no provider is set. */
  readonly singleSignOn: SingleSignOn | null
  readonly jobs: JobRunner
  readonly deployments: DeploymentDirectory
  /** Fires when the service begins to stop, to end long-lived responses. */
  readonly stopping: AbortSignal
}

/** Runs long operations as jobs that survive a crash. */
export interface JobRunner {
  /** Looks for waiting jobs of a table; they start after the current response is sent. */
  wake(table: 'job' | 'sbom_export' | 'webhook' | 'notification_position'): void
  /**
   * Resumes jobs that a stop or a crash interrupted, now and whenever a lease expires.
   * @param options.alone no other process uses the database, so all leases belong to processes that have exited.
   */
  start(options?: { alone?: boolean }): Promise<void>
  /** Stops after the running steps; resolves when they have ended. The next start continues the jobs. */
  stop(): Promise<void>
  /** Resolves when no job has work left. */
  settled(): Promise<void>
}

/** The codes of sign-in links, which are valid for ten minutes and one use. */
export interface SignInCodes {
  /** A new code that signs in with a token. */
  create(tokenId: number): Promise<string>
  /** Returns the token that a code signs in with, and invalidates the code; null if it is unknown, used or expired. */
  redeem(code: string): Promise<number | null>
}

/** The deployments, in memory: there are few, and every request needs one. */
export interface DeploymentDirectory {
  /** By decimal id or slug; undefined if there is none. */
  find(idOrSlug: string): Deployment | undefined
  all(): readonly Deployment[]
  /** Reloads the deployments after one was created. */
  refresh(): Promise<void>
}
