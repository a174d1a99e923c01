import type { Config } from '#server/base/config/config.ts'
import type { RowReader } from '#server/db/database.ts'
import type { Connection } from '../client/connection.ts'
import type { Progress } from '../progress.ts'

export interface RehearsalRequest {
  config: Config
  /** A folder with the reports of recent scans; null to replay none. */
  reports: string | null
  /** The command of the other version; null to use the running service. */
  program: string | null
  /** How many of the last uploads are replayed. */
  scans: number
  progress: Progress
}

/** The data before an update, and a copy that was updated. */
export interface Copies {
  before: RowReader
  after: RowReader
  /** The configuration of a service on the updated copy. */
  updated: Config
  /** Starts another version on a copy that is not updated; called last. */
  startOld(program: string): Promise<Connection>
  /** Reads the change numbers of the data as it is now. */
  readNumbers(): Promise<string>
}
