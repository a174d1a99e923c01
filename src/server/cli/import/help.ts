import { type ImportOption, listedOptions, optionGroups } from './options.ts'

const longest = 27

const line = ([name, option]: readonly [string, ImportOption]) =>
  `  ${`--${name}${option.value === undefined ? '' : ` ${option.value}`}`.padEnd(longest)} ${option.help}`

const groups = optionGroups.map((group) =>
  [group, ...listedOptions.filter(([, option]) => option.group === group).map(line)].join('\n'),
)

/** What `gatehouse import --help` prints below its usage. */
export const importHelp = `Imports scanner reports: Semgrep JSON, SARIF 2.1.0, CycloneDX JSON or the findings answer of this API, plain or gzip,
up to 1 GB each. Works whether or not the service is running.

FILE is a file, a folder (its *.json, *.sarif, *.json.gz and *.sarif.gz, subfolders left out), or - for standard input.
The files of one call are parts of one scan: if one is refused, the others are checked and none is applied.

${groups.join('\n\n')}

A full scan fixes what its tool and category no longer report on the ref, and replaces the dependencies that they
reported before. A run that failed changes nothing. Neither does a scan that would fix nearly everything and does not
show what it covered: it is held for 7 days, until it is applied with --accept-empty or on its page.

--json prints an array of { file, status, scan | waiting | problem }: the HTTP status of each upload, and the scan, the
parts that it waits for, or why it was refused. With --retire and --restore it prints the answer of the API.

Exit status: 0, also for a failed run and a held scan, about which a warning is printed; 1 if a file was refused or
could not be read; 2 for wrong use.`
