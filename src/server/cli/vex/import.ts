import type { ImportVexAnswer } from '#contract/responses/vex.ts'
import { severities } from '#contract/vocabulary.ts'
import { plural } from '#lib/text/format.ts'
import type { Connection, SentRequest } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { escapeLine, printError, printLine } from '#server/operations/command.ts'
import type { ReportFile } from '../import/report-file.ts'

/** Unmatched statements that are printed for each document. */
const maxLines = 20

/**
 * Sends documents one after the other and prints the results.
 * @returns the exit status: 1 if one was rejected.
 */
export async function importDocuments(
  connection: Connection,
  path: string,
  files: readonly ReportFile[],
  json: boolean,
): Promise<number> {
  const responses: { file: string; status: number; body: unknown }[] = []
  for (const file of files) {
    const { status, body } = await send(connection, path, file)
    responses.push({ file: file.name, status, body })
    if (status !== 200) printError(escapeLine(`${file.name}: ${problemDetailOf(body)}`))
    else if (!json) {
      // parse: answered by our own service to its owner.
      for (const line of linesOf(file.name, body as ImportVexAnswer)) printLine(escapeLine(line))
    }
  }
  if (json) printLine(JSON.stringify(responses, null, 2))
  return responses.every(({ status }) => status === 200) ? 0 : 1
}

async function send(connection: Connection, path: string, file: ReportFile): Promise<SentRequest> {
  const stream = file.open()
  try {
    return await connection.send('POST', path, stream)
  } finally {
    // If standard input were not read to its end, the command would not exit.
    stream.destroy()
  }
}

function linesOf(file: string, { dry_run: isDryRun, total, results }: ImportVexAnswer): string[] {
  const { triaged, unchanged, unmatched, findings } = total
  const severe = severities.flatMap((level) => {
    const count = total.severities?.[level] ?? 0
    return count > 0 ? [`${count} ${level}`] : []
  })
  const all = plural(triaged + unchanged + unmatched, 'statement')
  const done = `${plural(findings, 'finding')} ${isDryRun ? 'would be triaged' : 'triaged'}`
  const levels = severe.length > 0 ? ` (${severe.join(', ')})` : ''
  const others = results.filter(({ outcome }) => outcome === 'unmatched')
  const shown = others
    .slice(0, maxLines)
    .map(
      ({ statement, vulnerability, product, detail }) =>
        `  ${statement}: ${[vulnerability, product].filter(Boolean).join(' in ')}: ${detail}`,
    )
  const more = unmatched - shown.length
  return [
    `${file}: ${all}: ${done}${levels} by ${triaged}, ${unchanged} unchanged, ${unmatched} unmatched`,
    ...shown,
    ...(more > 0 ? [`  … and ${more} more; --json lists them`] : []),
  ]
}
