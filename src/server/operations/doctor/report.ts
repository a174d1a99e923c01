import { escapeLine } from '../command.ts'
import { type Check, type Context, failed, type Result } from './check.ts'

/** A check and its result. */
export interface CheckResult extends Result {
  id: string
  title: string
}

/** Runs the checks one after another. One that breaks has failed. */
export async function runChecks(checks: readonly Check[], context: Context): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const { id, title, run } of checks) {
    const result = await attempt(run, context)
    results.push({ id, title, ...result })
  }
  return results
}

async function attempt(run: Check['run'], context: Context): Promise<Result> {
  try {
    return await run(context)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed(`This could not be checked: ${reason}.`, 'Correct the cause, and run the command again.')
  }
}

const statuses = ['ok', 'warning', 'failed', 'skipped'] as const

/** The results for people: a line for each check, and below it what to do. */
export function asLines({ config, version }: Context, results: readonly CheckResult[]): string[] {
  const width = Math.max(...results.map(({ title }) => title.length))
  const lines = results.flatMap(({ status, title, detail, advice }) => [
    `${status.padEnd(7)}  ${title.padEnd(width)}  ${detail}`,
    ...(advice === null ? [] : [`${' '.repeat(11 + width)}→ ${advice}`]),
  ])
  const counts = statuses.map((status) => [status, results.filter((one) => one.status === status).length])
  const summary = counts.flatMap(([status, count]) => (count === 0 ? [] : [`${count} ${status}`])).join(', ')
  return [`Gatehouse ${version}, data folder ${config.dataFolder}`, '', ...lines, '', `${summary}.`].map(
    escapeLine,
  )
}

/** The results for programs. */
export function asJson({ config, service, version }: Context, results: readonly CheckResult[]): string {
  const worst = (['failed', 'warning'] as const).find((status) =>
    results.some((result) => result.status === status),
  )
  const summary = {
    version,
    dataFolder: config.dataFolder,
    running: service !== null,
    status: worst ?? 'ok',
    checks: results,
  }
  return JSON.stringify(summary, null, 2)
}
