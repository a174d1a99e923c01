import type { Row } from './row.ts'

/** What one part of the benchmark found, and where. */
export interface PartResults {
  machine: string
  commit: string
  at: string
  /** The data that the service was measured with. */
  profile: string
  rows: Row[]
}

/** The newest results of each part by its name, as bench/results.json holds them. */
export type Results = Readonly<Record<string, PartResults>>

/** A figure in words; a dash where there is none. */
export const figure = (value: number | null, unit: string) =>
  value === null ? '–' : unit === '' ? String(value) : `${value} ${unit}`

/** The verdict in a word. */
export const verdict = ({ met, explained }: Pick<Row, 'met' | 'explained'>) =>
  met === null ? 'not measured' : met ? 'met' : explained === null ? 'not met' : 'not met, explained'

const titles: Record<Row['part'], string> = {
  service: 'Service',
  ingest: 'Imports',
  postgres: 'PostgreSQL',
  deployments: 'A thousand deployments',
  page: 'Pages',
  soak: 'Mixed load',
}

const introductions: Partial<Record<Row['part'], string>> = {
  postgres:
    'The same requests on PostgreSQL; the baseline is the embedded engine, measured in turn. The database server, the service and the clients share two cores.',
  deployments:
    'One process on PostgreSQL, and a thousand deployments of 5,000 findings each, which are asked for one after the other.',
}

/**
 * docs/performance.md: the same figures for readers.
 * @param slowness how many times as long the machine takes as the one on which the targets were set; null if unknown.
 */
export function performancePage(results: Results, slowness: number | null): string {
  const all = Object.values(results).flatMap(({ rows }) => rows)
  const count = (result: boolean | null) => all.filter(({ met }) => met === result).length
  const lines = [
    '# Performance',
    '',
    'Written by `npm run bench`, which anyone can run. It takes about 100 minutes and creates its data once. The targets are our',
    'own. Times depend on the machine; compare the ratio to the baseline that is measured beside it. For the service,',
    'that is the same rows read with the driver alone and sent by a plain `node:http` server; for a page, a table built with the',
    'same libraries and nothing else.',
    '',
    `${count(true)} rows are met, ${count(false)} are not, ${count(null)} are not measured. “After a change” means that a finding was changed before each`,
    'request, so that no cached response is used; “again” means without a change. The demo data ends on 1 June 2026: requests',
    'for the last 30 or 90 days find little after that date.',
    ...(slowness === null
      ? []
      : [
          '',
          `The targets were set on another machine, where the baseline page was ready after 720 ms. This machine takes ${slowness} times as`,
          'long. Where a time misses its target by less than that, the table says so.',
        ]),
  ]
  for (const part of Object.keys(titles) as Row['part'][]) lines.push(...section(part, results))
  return `${lines.join('\n')}\n`
}

function section(part: Row['part'], results: Results): string[] {
  const measured = Object.values(results).filter(({ rows }) => rows.some((row) => row.part === part))
  const own = measured.flatMap(({ rows }) => rows).filter((row) => row.part === part)
  if (own.length === 0) return []
  const introduction = introductions[part]
  const runs = new Set(
    measured.map(
      ({ at, commit, machine, profile }) =>
        `Measured on ${at.slice(0, 10)} at commit ${commit}, on ${machine}, with profile ${profile}.`,
    ),
  )
  const explained = own.filter((row) => row.explained !== null && row.met !== true)
  return [
    '',
    `## ${titles[part]}`,
    '',
    ...(introduction ? [introduction, ''] : []),
    ...runs,
    '',
    '| what | target | median | p95 | baseline | ratio | verdict |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...own.map((row) => `| ${cellsOf(row).join(' | ')} |`),
    ...(explained.length > 0 ? [''] : []),
    ...[...Map.groupBy(explained, (row) => row.explained)].map(
      ([why, rows]) => `- **${rows.map(({ what }) => what).join('; ')}**: ${why}`,
    ),
  ]
}

const cellsOf = (row: Row) => [
  row.what,
  row.target,
  figure(row.median, row.unit),
  figure(row.p95, row.unit),
  figure(row.baseline, row.unit),
  row.ratio === null ? '–' : String(row.ratio),
  verdict(row),
]
