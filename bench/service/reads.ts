import autocannon from 'autocannon'
import { quantile, type Row, rowOf } from '../row.ts'
import { sendRequest, timeInTurn, token } from './processes.ts'
import { type BenchSetup, prepareEmbedded } from './setup.ts'

const part = 'service'
const unit = 'ms'

/** The pages of the list, each compared with the same rows read and sent by the baseline server. */
export async function pages(setup: BenchSetup): Promise<Row[]> {
  const day = Math.floor(Date.now() / 1000) - 86_400
  const newest = await relevantSince(setup)
  const search = await searches(setup)
  const cases: [what: string, query: string, atMost: number][] = [
    ['default order', '', 25],
    ['with status, severity and project', `status=open&severities=high,critical&repos=${setup.project}`, 25],
    ['with 50 rules', `rules=${setup.rules.join(',')}`, 25],
    ['dedup=true', 'dedup=true', 25],
    ['since a day', `since=${newest === null ? day : newest - 86_400}`, 25],
    [`text search, ${search.rare.hits} hits`, `q=${search.rare.text}`, 25],
    [
      `text search, ${search.frequent.hits} hits`,
      `q=${search.frequent.text}`,
      search.frequent.hits > 10_000 ? 150 : 25,
    ],
    ['of 3000', 'page_size=3000', 120],
  ]
  const rows: Row[] = []
  for (const [what, query, atMost] of cases) {
    rows.push(...(await pageAgainstBaseline(setup, `findings page ${what}`, query, atMost)))
  }
  const offset = Math.min(500_000, Math.floor((await total(setup, '')) / 200) * 100)
  const address = [setup.service.base, setup.at(`/findings?page=${offset / 100}`)] as const
  const [samples = []] = await timeInTurn([address], { before: setup.change })
  const labels = { part, unit, what: `page at offset ${offset}`, target: 'p95 ≤ 40 ms' } as const
  return [...rows, rowOf(labels, samples, null, (p95) => p95 <= 40)]
}

/** Times a page when requested again, as by several people with one list, and after a change. */
async function pageAgainstBaseline(
  setup: BenchSetup,
  what: string,
  query: string,
  atMost: number,
): Promise<Row[]> {
  const path = setup.at(`/findings?${query}`)
  await setBaselineRows(setup, path)
  const pair = [
    [setup.service.base, path],
    [setup.baseline.base, '/'],
  ] as const
  const rows: Row[] = []
  for (const [when, before] of [['again', undefined] as const, ['after a change', setup.change] as const]) {
    const [samples = [], baselineSamples = []] = await timeInTurn(pair, before ? { before } : {})
    // After a change the service selects from all findings, which the baseline does not, so only the time counts.
    const isCompared = before === undefined
    const target = `p95 ≤ ${atMost} ms${isCompared ? ', ≤ 1.5 × baseline' : ''}`
    rows.push(
      rowOf({ part, unit, what: `${what}, ${when}`, target }, samples, baselineSamples, (p95, ratio) => {
        return p95 <= atMost && (!isCompared || (ratio ?? 0) <= 1.5)
      }),
    )
  }
  return rows
}

/** Makes the baseline server return the rows of a page. */
async function setBaselineRows(setup: BenchSetup, path: string) {
  const { text } = await sendRequest(setup.service.base, path)
  const ids = [...text.matchAll(/"id":(\d+),"first_seen_scan_id"/g)].map(([, id]) => Number(id))
  await sendRequest(setup.baseline.base, '/ids', { method: 'PUT', body: JSON.stringify(ids) })
}

/** The counts beside the filters, and of groups. */
export async function counts(setup: BenchSetup): Promise<Row[]> {
  const filtered = `status=open&severities=high,critical&repos=${setup.project}&confidence=high,medium`
  const cases: [what: string, path: string][] = [
    ['all facets, no filter', 'facets'],
    ['all facets of the usual list', 'facets?status=open&primary_ref=true'],
    ['all facets, four filters', `facets?${filtered}`],
    ['all facets, dedup=true', 'facets?dedup=true'],
    ['all facets of one branch', 'facets?ref=main'],
    ['groups by rule', 'groups?group_by=rules&status=open&primary_ref=true'],
    ['groups by file', 'groups?group_by=path'],
    ['groups by upgrade', 'groups?group_by=upgrade&issue_type=sca'],
    ['groups of secrets', 'groups?group_by=secret&issue_type=secrets'],
  ]
  const rows: Row[] = []
  for (const [what, path] of cases) {
    const address = [setup.service.base, setup.at(`/findings/${path}`)] as const
    const [samples = []] = await timeInTurn([address], { before: setup.change })
    rows.push(rowOf({ part, unit, what, target: 'p95 ≤ 100 ms' }, samples, null, (p95) => p95 <= 100))
  }
  return rows
}

/** The default page compared with that of the demo organisation, each after a change. */
export async function growth(setup: BenchSetup): Promise<Row[]> {
  const demo = await prepareEmbedded('demo')
  try {
    const [samples = [], baselineSamples = []] = await timeInTurn(
      [
        [setup.service.base, setup.at('/findings')],
        [demo.service.base, demo.at('/findings')],
      ],
      { times: 100, before: () => Promise.all([setup.change(), demo.change()]) },
    )
    const what = `the same page at ${setup.profile} beside that at demo, after a change`
    const labels = { part, unit, what, target: '≤ 1.5 ×' } as const
    return [
      rowOf(
        labels,
        samples,
        baselineSamples,
        () => quantile(samples, 0.5) <= 1.5 * quantile(baselineSamples, 0.5),
      ),
    ]
  } finally {
    await demo.remove()
  }
}

/** Fifty readers at once of the first page. */
export async function readers(setup: BenchSetup): Promise<Row[]> {
  const path = setup.at('/findings')
  await setBaselineRows(setup, path)
  const [samples, baselineSamples]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 5; turn++) {
    samples.push(await thousandRequests(`${setup.service.base}${path}`))
    baselineSamples.push(await thousandRequests(`${setup.baseline.base}/`))
  }
  const what = '1000 first pages for 50 readers at once, no error'
  const target = '≥ 70 % of the baseline server’s throughput: ≤ 1.43 ×'
  return [rowOf({ part, unit, what, target }, samples, baselineSamples, (_, ratio) => (ratio ?? 0) <= 1.43)]
}

/** The same without the baseline server. */
export async function readersAlone(setup: BenchSetup): Promise<Row[]> {
  const samples: number[] = []
  for (let turn = 0; turn < 5; turn++)
    samples.push(await thousandRequests(`${setup.service.base}${setup.at('/findings')}`))
  const what = '1000 first pages for 50 readers at once, no error'
  return [rowOf({ part, unit, what, target: 'no error' }, samples, null, () => true)]
}

/** @returns milliseconds. @throws Error if one fails. */
async function thousandRequests(url: string): Promise<number> {
  const { errors, non2xx, duration } = await autocannon({
    url,
    connections: 50,
    amount: 1000,
    headers: { authorization: `Bearer ${token}` },
  })
  if (errors > 0 || non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals at ${url}`)
  return duration * 1000
}

export async function total(setup: BenchSetup, query: string): Promise<number> {
  const { headers } = await sendRequest(setup.service.base, setup.at(`/findings?page_size=100&${query}`))
  return Number(headers['x-total-count'])
}

/** The time of the newest finding, in seconds. */
async function relevantSince(setup: BenchSetup): Promise<number | null> {
  const { text } = await sendRequest(setup.service.base, setup.at('/findings'))
  const [, at] = /"relevant_since":"([^"]+)"/.exec(text) ?? []
  return at === undefined ? null : Math.floor(Date.parse(at) / 1000)
}

/** A text that few findings contain and one that many contain. */
async function searches(setup: BenchSetup) {
  const results: { text: string; hits: number }[] = []
  for (const text of ['sql', 'handler', 'deserial', 'controllers', 'src', 'a']) {
    results.push({ text, hits: await total(setup, `q=${text}`) })
  }
  results.sort((one, other) => one.hits - other.hits)
  const rare = results.findLast(({ hits }) => hits > 0 && hits <= 10_000) ?? results[0]
  const frequent = results.at(-1)
  if (!rare || !frequent) throw new Error('nothing was searched for')
  return { rare, frequent }
}
