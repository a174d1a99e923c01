import { copiedTables } from '#server/db/copy/copied-tables.ts'
import { type Row, rowOf } from '../row.ts'
import { type ProfileServer, startProfileServer } from './postgres-data.ts'
import { type Running, sendRequest, startService } from './processes.ts'

const deployments = 1000
const findings = 5000
/** Tables whose rows belong to no deployment, or are of no interest for findings. */
const leftOut = new Set([
  'deployment',
  'token',
  'session',
  'sign_in_code',
  'audit_event',
  'lockfile',
  'dependency',
])

/**
 * A process on PostgreSQL that serves a thousand deployments: its memory when the lists and counts of all have been asked
 * for, and the time of the first requests to one of which nothing is in memory. Each has 5,000 findings of the profile
 * "demo", and no dependencies.
 */
export async function manyDeployments(): Promise<Row[]> {
  const server = await startProfileServer('demo')
  try {
    const data = await server.copy()
    const begun = performance.now()
    await multiply(server, data.environment['DATABASE_URL'] ?? '')
    console.error(`  made ${deployments} deployments: ${Math.round((performance.now() - begun) / 1000)} s`)
    const service = await startService(data.environment)
    try {
      return await askAll(service)
    } finally {
      await service.stop()
      await data.remove()
    }
  } finally {
    await server.stop()
  }
}

/** Copies the rows of the first deployment under other ids. */
async function multiply(server: ProfileServer, url: string) {
  const columns = await server.run(
    url,
    `select table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
  )
  const columnsOf = new Map(columns.map((row) => [String(row['table']), String(row['columns'])]))
  const copy = (table: string, values: (columns: string) => string, where: string) => {
    const all = columnsOf.get(table) ?? ''
    return `insert into ${table} (${all}) select ${values(all)} from ${table}
      cross join generate_series(2, ${deployments}) as other where ${where}`
  }
  const ofDeployments = copy(
    'deployment',
    (all) => all.replace(/\bid\b/, 'other').replace(/\bslug\b/, "'org-' || other"),
    'id = 1',
  )
  const tables = copiedTables.map(({ name }) => name).filter((name) => !leftOut.has(name))
  const ofTables = tables.map((table) =>
    copy(table, (all) => all.replace(/\bdeployment_id\b/, 'other'), 'deployment_id = 1'),
  )
  const statements = [
    // With what belongs to them.
    `delete from finding where deployment_id = 1 and id > ${findings}`,
    "set session_replication_role = 'replica'",
    ofDeployments,
    ...ofTables,
    'analyze',
  ]
  await server.run(url, statements.join(';'))
}

async function askAll(service: Running): Promise<Row[]> {
  const { text } = await sendRequest(service.base, '/api/v1/deployments')
  const slugs: string[] = JSON.parse(text).deployments.map(({ slug }: { slug: string }) => slug)
  if (slugs.length !== deployments) throw new Error(`there are ${slugs.length} deployments`)
  const [lists, counts, again]: [number[], number[], number[]] = [[], [], []]
  let peak = 0
  for (const slug of slugs) {
    const at = (path: string) => `/api/v1/deployments/${slug}${path}`
    const ask = async (path: string) => (await sendRequest(service.base, at(path), { keep: false })).took
    lists.push(await ask('/findings?status=open&primary_ref=true'))
    counts.push(await ask('/findings/facets?status=open&primary_ref=true'))
    again.push(await ask('/findings?status=open'))
    peak = Math.max(peak, service.memory() ?? 0)
  }
  await service.rested()
  const labels = { part: 'deployments', unit: 'ms' } as const
  const row = (what: string, atMost: number, samples: number[]) =>
    rowOf({ ...labels, what, target: `p95 ≤ ${atMost} ms` }, samples, null, (p95) => p95 <= atMost)
  const memory = (what: string, used: number | null) =>
    used === null
      ? []
      : [
          rowOf(
            { part: 'deployments', unit: 'MB', what, target: '≤ 1000 MB' },
            [used],
            null,
            (p95) => p95 <= 1000,
          ),
        ]
  return [
    rowOf(
      { ...labels, what: `start with ${deployments} deployments until ready`, target: '≤ 1 s' },
      [service.readyAfter],
      null,
      (p95) => p95 <= 1000,
    ),
    row('the first list of a cold deployment', 300, lists),
    row('then its first counts', 300, counts),
    row('another list of it', 25, again),
    ...memory(`memory after requests to ${deployments} deployments`, service.memory()),
    ...memory('its highest value on the way', peak),
  ]
}
