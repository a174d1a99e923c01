/** The changes of each write of a deployment's data, in commit order. */
export interface ChangeLogTable {
  deployment_id: number
  /** The change number of the deployment after the write; numbers have no gaps. */
  number: number
  /** Counts from 0 if the text is split into several rows. */
  part: number
  at: number
  /** Who made the change. */
  actor: string
  /** JSON, written and read by `changes/log.ts`. */
  changes: string
}
