import { gatehouse } from '#server/testing/command-line.ts'
import type { CheckResult } from '../report.ts'

/** Runs `gatehouse doctor --json`; its exit status, and the results by the id of the check. */
export async function runDoctor(environment: Record<string, string>, words: string[] = []) {
  const { status, output, errors } = await gatehouse(['doctor', '--json', ...words], environment)
  if (status === null || output === '') throw new Error(`doctor printed nothing: ${errors}`)
  const report: { running: boolean; status: string; checks: CheckResult[] } = JSON.parse(output)
  const checks = new Map(report.checks.map((check) => [check.id, check]))
  const result = (id: string): CheckResult => {
    const check = checks.get(id)
    if (!check) throw new Error(`there is no check ${id}`)
    return check
  }
  return { exit: status, ...report, result }
}
