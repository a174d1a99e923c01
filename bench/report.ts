import type { Row } from './row.ts'

/** What a run of all parts found, as bench/results.json holds it. */
export interface Results {
  machine: string
  commit: string
  at: string
  /** The data that the service was measured with. */
  profile: string
  /** How many times as long the machine takes as the one on which the targets were set; null where that is not known. */
  slowness: number | null
  rows: Omit<Row, 'unit'>[]
}

/** A figure in words; a dash where there is none. */
export const figure = (value: number | null, unit: string) =>
  value === null ? '–' : unit === '' ? String(value) : `${value} ${unit}`

/** The verdict in a word. */
export const verdict = ({ met, explained }: Pick<Row, 'met' | 'explained'>) =>
  met === null ? 'not measured' : met ? 'met' : explained === null ? 'not met' : 'not met, explained'

const titles: Record<Row['part'], string> = {
  service: 'Service',
  ingest: 'Imports',
  page: 'Pages',
  soak: 'Mixed load',
}

/** docs/performance.md: the same figures for readers. */
export function performancePage(
  { machine, commit, at, profile, slowness }: Omit<Results, 'rows'>,
  rows: readonly Row[],
): string {
  const count = (result: boolean | null) => rows.filter(({ met }) => met === result).length
  const lines = [
    '# Performance',
    '',
    'Written by `npm run bench`, which anyone can run. It takes about 40 minutes and creates its data once. The targets are our',
    'own. Times depend on the machine; compare the ratio to the baseline that is measured beside it. For the service,',
    'that is the same rows read with the driver alone and sent by a plain `node:http` server; for a page, a table built with the',
    'same libraries and nothing else.',
    '',
    `Measured on ${at.slice(0, 10)} at commit ${commit}, on ${machine}, the service with profile ${profile}: ${count(true)} rows met, ${count(false)} not met,`,
    `${count(null)} not measured. “After a change” means that a finding was changed before each request, so that no cached response`,
    'is used; “again” means without a change. The demo data ends on 1 June 2026: requests for the last 30 or 90 days find little',
    'after that date.',
    ...(slowness === null
      ? []
      : [
          '',
          `The targets were set on another machine, where the baseline page was ready after 720 ms. This machine takes ${slowness} times as`,
          'long. Where a time misses its target by less than that, the table says so.',
        ]),
  ]
  for (const part of Object.keys(titles) as Row['part'][]) {
    const own = rows.filter((row) => row.part === part)
    if (own.length === 0) continue
    lines.push('', `## ${titles[part]}`, '')
    lines.push(
      '| what | target | median | p95 | baseline | ratio | verdict |',
      '| --- | --- | --- | --- | --- | --- | --- |',
    )
    for (const row of own) {
      const cells = [
        row.what,
        row.target,
        figure(row.median, row.unit),
        figure(row.p95, row.unit),
        figure(row.baseline, row.unit),
        row.ratio === null ? '–' : String(row.ratio),
        verdict(row),
      ]
      lines.push(`| ${cells.join(' | ')} |`)
    }
    const explained = own.filter((row) => row.explained !== null && row.met !== true)
    if (explained.length > 0) lines.push('')
    for (const row of explained) lines.push(`- **${row.what}**: ${row.explained}`)
  }
  return `${lines.join('\n')}\n`
}
