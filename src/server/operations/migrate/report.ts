import { formatNumber, plural } from '#lib/text/format.ts'
import type { ComparedTable, CopiedRows, CopyReport } from '#server/db/copy/copy-rows.ts'
import { printError, printLine } from '../command.ts'
import { createProgress } from '../progress.ts'

/** Runs a move, prints each table as it was compared, and then what was moved. Rejects with the errors of the move. */
export async function reportMove(move: (report: CopyReport) => Promise<CopiedRows>): Promise<void> {
  const progress = createProgress(process.stderr)
  const started = performance.now()
  let tables = 0
  const report: CopyReport = {
    onProgress: (part, share) => progress.show(`Moving: ${Math.floor(share * 100)} % (${part})`),
    onCompared(table) {
      progress.clear()
      tables++
      printTable(table)
    },
  }
  const { rows, replacedTexts } = await move(report).finally(progress.clear)
  if (replacedTexts > 0) printError(replacedText(replacedTexts))
  const seconds = (performance.now() - started) / 1000
  printLine(
    `Moved ${plural(rows, 'row')} of ${plural(tables, 'table')} in ${seconds.toFixed(1)} s (${formatNumber(Math.round(rows / seconds))} rows/s). All tables are equal.`,
  )
}

/** What happened to texts that PostgreSQL cannot store. */
export const replacedText = (count: number): string =>
  `PostgreSQL cannot store NUL and halves of surrogate pairs: in ${plural(count, 'text')} they became U+FFFD.`

function printTable({ name, source, target }: ComparedTable) {
  const line = (label: string, { rows, sha256 }: ComparedTable['source']) =>
    `${label.padEnd(20)} ${formatNumber(rows).padStart(12)}  ${sha256}`
  if (source.rows === target.rows && source.sha256 === target.sha256) {
    printLine(line(name, source))
    return
  }
  printLine(`${line(name, source)}  differs:`)
  printLine(line('', target))
}
