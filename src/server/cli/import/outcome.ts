import type { CreateScanAnswer, WaitingAnswer } from '#contract/responses/scans.ts'

/** One fault of a rejected upload: an invalid parameter, or a position in the file. */
interface Fault {
  parameter?: string
  pointer?: string
  detail: string
  line?: number
  column?: number
  byteOffset?: number
}

/** Why an upload was rejected. Source: RFC 9457; docs/api.md#rules-for-all-operations. */
export interface Problem {
  detail?: string
  errors?: Fault[]
}

/** The result of a file. `status` is that of the response to its upload. */
export type Outcome = { file: string; status: number; isArchived?: boolean } & (
  | { scan: CreateScanAnswer; tool: string | null }
  | { waiting: WaitingAnswer }
  | { problem: Problem }
)

/** The results as `--json` prints them. */
export function documentOf(outcomes: readonly Outcome[]): string {
  const entries = outcomes.map(({ file, status, ...rest }) => {
    if ('scan' in rest) return { file, status, scan: rest.scan }
    return 'waiting' in rest
      ? { file, status, waiting: rest.waiting }
      : { file, status, problem: rest.problem }
  })
  return JSON.stringify(entries, null, 2)
}
