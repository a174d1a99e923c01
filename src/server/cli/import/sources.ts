import type { z } from 'zod/mini'
import type { retireAnswer } from '#contract/responses/sources.ts'
import { plural } from '#lib/text/format.ts'
import type { Connection } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { escapeLine, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { minuteOf } from './lines.ts'
import { type SourceRequest, sourceName } from './request.ts'

/**
 * Retires a source, or restores a retired one, and prints the result.
 * @returns the exit status: 1 if the service rejected the request.
 * @throws WrongUse if the names are invalid.
 */
export async function changeSource(
  connection: Connection,
  slug: string,
  { action, project, source, json }: SourceRequest,
): Promise<number> {
  const path = `/api/v1/deployments/${slug}/sources/${action}`
  const { status, body } = await connection.send('POST', path, { repo: project, ...source })
  if (status === 400) throw new WrongUse(problemDetailOf(body))
  if (json) printLine(JSON.stringify(body, null, 2))
  if (status !== 200) {
    printError(escapeLine(problemDetailOf(body)))
    return 1
  }
  // parse: answered by our own service to its owner.
  const response = body as z.infer<typeof retireAnswer>
  if (!json) printLine(escapeLine(lineOf(action, response)))
  return 0
}

function lineOf(action: SourceRequest['action'], { source, findings }: z.infer<typeof retireAnswer>): string {
  const { tool, category, retired } = source
  const name = sourceName(tool, category)
  if (action === 'restore') return `${name}: restored, with ${plural(findings, 'finding')}`
  const until = retired?.restore_until
  const undo = until ? `; --restore undoes it until ${minuteOf(until)}` : ''
  return `${name}: retired, ${plural(findings, 'open finding')} removed${undo}`
}
