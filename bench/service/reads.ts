import autocannon from 'autocannon'
import { quantile, type Row, rowOf } from '../row.ts'
import { ask, timesBeside, token } from './processes.ts'
import { makePlace, type Place } from './setup.ts'

const part = 'service'
const unit = 'ms'

/** The pages of the list, each beside the same rows read by the bare driver and written by the bare server. */
export async function pages(place: Place): Promise<Row[]> {
  const day = Math.floor(Date.now() / 1000) - 86_400
  const newest = await relevantSince(place)
  const search = await searches(place)
  const cases: [what: string, query: string, atMost: number][] = [
    ['default order', '', 25],
    ['with status, severity and project', `status=open&severities=high,critical&repos=${place.project}`, 25],
    ['with 50 rules', `rules=${place.rules.join(',')}`, 25],
    ['dedup=true', 'dedup=true', 25],
    ['since a day', `since=${newest === null ? day : newest - 86_400}`, 25],
    [`text search, ${search.few.hits} hits`, `q=${search.few.text}`, 25],
    [`text search, ${search.many.hits} hits`, `q=${search.many.text}`, search.many.hits > 10_000 ? 150 : 25],
    ['of 3000', 'page_size=3000', 120],
  ]
  const rows: Row[] = []
  for (const [what, query, atMost] of cases) {
    rows.push(...(await pageBesideBare(place, `findings page ${what}`, query, atMost)))
  }
  const offset = Math.min(500_000, Math.floor((await total(place, '')) / 200) * 100)
  const address = [place.service.base, place.at(`/findings?page=${offset / 100}`)] as const
  const [far = []] = await timesBeside([address], { before: place.change })
  const said = { part, unit, what: `page at offset ${offset}`, target: 'p95 ≤ 40 ms' } as const
  return [...rows, rowOf(said, far, null, (p95) => p95 <= 40)]
}

/** Asked again, as by everybody who looks at one list, and after a change. */
async function pageBesideBare(place: Place, what: string, query: string, atMost: number): Promise<Row[]> {
  const path = place.at(`/findings?${query}`)
  await readByBare(place, path)
  const pair = [
    [place.service.base, path],
    [place.bare.base, '/'],
  ] as const
  const rows: Row[] = []
  for (const [when, before] of [['again', undefined] as const, ['after a change', place.change] as const]) {
    const [samples = [], beside = []] = await timesBeside(pair, before ? { before } : {})
    // Choosing among all findings again is more than the bare server does; it is held to its time alone.
    const held = before === undefined
    const target = `p95 ≤ ${atMost} ms${held ? ', ≤ 1.5 × bare' : ''}`
    rows.push(
      rowOf({ part, unit, what: `${what}, ${when}`, target }, samples, beside, (p95, ratio) => {
        return p95 <= atMost && (!held || (ratio ?? 0) <= 1.5)
      }),
    )
  }
  return rows
}

/** Has the bare server answer with the rows of a page. */
async function readByBare(place: Place, path: string) {
  const { text } = await ask(place.service.base, path)
  const ids = [...text.matchAll(/"id":(\d+),"first_seen_scan_id"/g)].map(([, id]) => Number(id))
  await ask(place.bare.base, '/ids', { method: 'PUT', body: JSON.stringify(ids) })
}

/** The counts beside the filters, and of groups. */
export async function counts(place: Place): Promise<Row[]> {
  const filtered = `status=open&severities=high,critical&repos=${place.project}&confidence=high,medium`
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
    const address = [place.service.base, place.at(`/findings/${path}`)] as const
    const [samples = []] = await timesBeside([address], { before: place.change })
    rows.push(rowOf({ part, unit, what, target: 'p95 ≤ 100 ms' }, samples, null, (p95) => p95 <= 100))
  }
  return rows
}

/** The usual page beside that of the demo organisation, each after a change. */
export async function growth(place: Place): Promise<Row[]> {
  const demo = await makePlace('demo')
  try {
    const [samples = [], beside = []] = await timesBeside(
      [
        [place.service.base, place.at('/findings')],
        [demo.service.base, demo.at('/findings')],
      ],
      { times: 100, before: () => Promise.all([place.change(), demo.change()]) },
    )
    const what = `the same page at ${place.profile} beside that at demo, after a change`
    const said = { part, unit, what, target: '≤ 1.5 ×' } as const
    return [rowOf(said, samples, beside, () => quantile(samples, 0.5) <= 1.5 * quantile(beside, 0.5))]
  } finally {
    await demo.remove()
  }
}

/** Fifty readers at once of the first page. */
export async function readers(place: Place): Promise<Row[]> {
  const path = place.at('/findings')
  await readByBare(place, path)
  const round = async (url: string) => {
    const { errors, non2xx, duration } = await autocannon({
      url,
      connections: 50,
      amount: 1000,
      headers: { authorization: `Bearer ${token}` },
    })
    if (errors > 0 || non2xx > 0) throw new Error(`${errors} errors, ${non2xx} refusals at ${url}`)
    return duration * 1000
  }
  const [samples, beside]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 5; turn++) {
    samples.push(await round(`${place.service.base}${path}`))
    beside.push(await round(`${place.bare.base}/`))
  }
  const what = '1000 first pages for 50 readers at once, no error'
  const target = '≥ 70 % of the bare server’s throughput: ≤ 1.43 ×'
  return [rowOf({ part, unit, what, target }, samples, beside, (_, ratio) => (ratio ?? 0) <= 1.43)]
}

export async function total(place: Place, query: string): Promise<number> {
  const { headers } = await ask(place.service.base, place.at(`/findings?page_size=100&${query}`))
  return Number(headers['x-total-count'])
}

/** When the newest finding came to be, in seconds. */
async function relevantSince(place: Place): Promise<number | null> {
  const { text } = await ask(place.service.base, place.at('/findings'))
  const [, at] = /"relevant_since":"([^"]+)"/.exec(text) ?? []
  return at === undefined ? null : Math.floor(Date.parse(at) / 1000)
}

/** A text that few findings hold and one that many do. */
async function searches(place: Place) {
  const found: { text: string; hits: number }[] = []
  for (const text of ['sql', 'handler', 'deserial', 'controllers', 'src', 'a']) {
    found.push({ text, hits: await total(place, `q=${text}`) })
  }
  found.sort((one, other) => one.hits - other.hits)
  const few = found.findLast(({ hits }) => hits > 0 && hits <= 10_000) ?? found[0]
  const many = found.at(-1)
  if (!few || !many) throw new Error('nothing was searched for')
  return { few, many }
}
