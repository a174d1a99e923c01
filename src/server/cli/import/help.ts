import { formatList } from '#contract/format-names.ts'
import { formatLines, type ImportOption, listedOptions, optionGroups } from './options.ts'
import { reportNames } from './report-file.ts'

const flagColumnWidth = 27

const optionLine = ([name, option]: readonly [string, ImportOption]) =>
  `  ${`--${name}${option.value === undefined ? '' : ` ${option.value}`}`.padEnd(flagColumnWidth)} ${option.help}`

const groups = optionGroups.map((group) =>
  [group, ...listedOptions.filter(([, option]) => option.group === group).map(optionLine)].join('\n'),
)

const lineWidth = 110

/** Breaks a text into lines. */
const wrapped = (text: string) =>
  text.replace(new RegExp(`(.{1,${lineWidth}})(?: |$)`, 'g'), '$1\n').trimEnd()

/** The text that `gatehouse import --help` prints below its usage. */
export const importHelp = `${wrapped(`Imports scanner reports, plain or gzip, up to 1 GB each: ${formatList()}. Works whether or not the service is running.`)}

FILE is a file, a folder (without subfolders), a zip archive, a pattern in quotes such as 'reports/**/*.sarif', or - for
standard input. Of a folder or an archive it takes files named
  ${reportNames},
also with .gz; other tables (*.csv) than those of findings are skipped.
The files of one call are imported together: if one is rejected, the others are checked but none is imported. Each tool
and category in them becomes a scan of its own.

${groups.join('\n\n')}

Formats that --format names:
${formatLines}

A full scan marks findings as fixed that its tool and category no longer report on the ref, and replaces their
dependencies. A failed run changes nothing. A scan that would fix nearly all findings without showing what it covered,
or that scanned other files than before, is held for 7 days, until it is applied with --accept-empty or on its page.
Give scans of parts of a project a --category each.

--json prints an array of { file, status, scan | waiting | problem }: the HTTP status of each upload with the scan, the
missing parts, or the reason for the rejection. With --retire and --restore it prints the response of the API.

Exit status: 0 on success, also for a failed run or a held scan (with a warning); 1 if a file was rejected or could not
be read; 2 for wrong usage.`
