import { parseArgs } from 'node:util'
import { formatNumber, plural } from '#lib/text/format.ts'
import { readConfig } from '#server/base/config/config.ts'
import { type Command, escapeLine, printError, printLine, WrongUse } from '#server/operations/command.ts'
import { createProgress } from '#server/operations/progress.ts'
import { type Rehearsal, rehearse as runRehearsal } from '#server/operations/rehearse/rehearse.ts'

const maxScans = 10_000

export const rehearse: Command = {
  help: `Rehearses the update to this version on a copy of the data, before it is started on the data itself. It updates the copy,
and compares each decision and each count before and after. The data is not changed, and the service may run.

  --reports FOLDER   also replays the last scans on both versions, and compares their results. FOLDER contains their
                     reports: Gatehouse stores no reports, and recognizes those of its scans by their checksums
  --with PROGRAM     the command of the version that is used now, which is started on another copy; without it, the
                     running service answers, as for import --dry-run
  --scans N          how many of the last uploads are replayed; default: 100

The exit status is 1 if anything differs: then do not start this version on the data. TMPDIR sets the folder of the
copies, which need three times the space of the database. With DATABASE_URL, the copy is a PostgreSQL database: one that is
created beside the other if the role may create databases, or the empty one of REHEARSE_DATABASE_URL. It is removed after it.`,
  async run(words) {
    const { values } = parseArgs({
      args: words,
      options: {
        reports: { type: 'string' },
        with: { type: 'string' },
        scans: { type: 'string', default: '100' },
      },
    })
    if (!/^[1-9]\d{0,4}$/.test(values.scans) || Number(values.scans) > maxScans)
      throw new WrongUse(`--scans is "${values.scans}", but must be a number from 1 to ${maxScans}.`)
    if (values.with !== undefined && values.reports === undefined)
      throw new WrongUse('--with replays scans, so it needs --reports.')
    const progress = createProgress(process.stderr)
    const result = await runRehearsal({
      config: readConfig(process.env),
      reports: values.reports ?? null,
      program: values.with ?? null,
      scans: Number(values.scans),
      progress,
    }).finally(progress.clear)
    return report(result)
  },
}

/** Prints the result. @returns the exit status. */
function report(result: Rehearsal): number {
  const { comparison, replay, hasChanged } = result
  const { findings, modes, counts, differences, total } = comparison
  printLine(
    `Compared ${plural(findings, 'decision')}, ${plural(modes, 'mode')} and ${plural(counts, 'count')} before and after the update: ${differencesText(total)}.`,
  )
  for (const difference of differences) printLine(escapeLine(`  ${difference}`))
  if (total > differences.length) printLine(`  and ${formatNumber(total - differences.length)} more`)
  reportReplay(result)
  if (hasChanged && replay !== null && replay.differences.length > 0)
    printError(
      'The service changed its data meanwhile, which may be the reason. Rehearse again, or use --with.',
    )
  if (total > 0 || (replay?.differences.length ?? 0) > 0) {
    printError(
      'The update would change results. Do not start this version on the data, unless its release notes announce each change.',
    )
    return 1
  }
  printLine('This version can be started on the data.')
  return 0
}

function reportReplay({ replay, uploads, notReplayed }: Rehearsal) {
  if (replay === null) {
    printLine(
      `Replayed none of the last ${plural(uploads, 'upload')}: ${reasons[notReplayed ?? 'no reports']}.`,
    )
    return
  }
  const { replayed, rejected, differences } = replay
  printLine(
    `Replayed ${formatNumber(replayed)} of the last ${plural(uploads, 'upload')} on both versions: ${differencesText(differences.length)}.`,
  )
  for (const difference of differences) printLine(escapeLine(`  ${difference}`))
  const missing = uploads - replayed - rejected.length
  if (missing > 0) printLine(`${plural(missing, 'upload')} not replayed: no file has the checksum.`)
  for (const each of rejected) printLine(escapeLine(`Not replayed, since both versions reject it: ${each}`))
}

const differencesText = (count: number) => (count === 0 ? 'no difference' : plural(count, 'difference'))

const reasons = {
  'no reports': 'name the folder of their reports with --reports',
  'no file': 'no file in the folder of --reports has the checksum of one',
  'no other version':
    'no service runs on the data; start the version that is used now, or name it with --with',
} as const
