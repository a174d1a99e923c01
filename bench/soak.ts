import { setTimeout as delay } from 'node:timers/promises'
import { generateFindings, semgrepFile } from '../e2e/support/scan-file.ts'
import type { ProfileName } from '../src/server/demo/generate/profile.ts'
import { quantile, type Row, rowOf } from './row.ts'
import { copyOf } from './service/data.ts'
import { type RequestOptions, type Running, sendRequest, startService, token } from './service/processes.ts'
import { fullSpeed, slugOf } from './service/setup.ts'

const part = 'soak'
/** Its duration. Memory is compared between the third tenth and the last one. */
const minutes = Number(process.env['SOAK_MINUTES'] ?? '10')

interface Load {
  at(path: string): string
  ask(path: string, options?: RequestOptions & { keep?: boolean }): Promise<{ text: string; took: number }>
  service: Running
}

/** The requests of readers; those with a body use POST. */
const reads: readonly (readonly [path: string, body?: object])[] = [
  ['/findings'],
  ['/findings?status=open&severities=high,critical'],
  ['/findings?page=3&page_size=500&sort=-severity'],
  ['/findings?dedup=true&q=token'],
  ['/findings?issue_type=sca&status=open'],
  ['/findings/facets?status=open'],
  ['/findings/facets?issue_type=sca'],
  ['/findings/groups?group_by=rules'],
  ['/findings/trend?days=90'],
  ['/secrets'],
  ['/projects?include=summary'],
  ['/policies?include=counts'],
  ['/rules?q=a'],
  ['/audit'],
  ['/jobs'],
  ['/views'],
  ['/triage/changes'],
  ['/scans/search', {}],
  ['/scans/facets', {}],
  ['/dependencies', { pageSize: 100 }],
  ['/dependencies/facets', {}],
  ['/dependencies/groups', {}],
]

/** Each kind of write, with the milliseconds between two of them. */
const works: readonly (readonly [rest: number, work: (load: Load, turn: number) => Promise<unknown>])[] = [
  // Somebody triages single findings and many at once, and undoes some of it.
  [300, (load, turn) => decide(load, turn)],
  // Pipelines upload scans of twenty projects in turn, with some findings added or fixed each time.
  [
    1500,
    ({ ask }, turn) => {
      const body = semgrepFile(generateFindings(250 + (turn % 3) * 50))
      return ask(`/scans?project=soak/p${turn % 20}&commit=c${turn}`, { method: 'POST', body })
    },
  ],
  [
    700,
    ({ ask }, turn) =>
      ask(`/projects/soak%2Fp${turn % 20}/tags`, { method: 'PUT', body: [`t${turn % 30}`] }).catch(
        (error) => {
          // Its first scan may not have come yet.
          if (turn > 60) throw error
        },
      ),
  ],
  // Exports are read to their end, or left in the middle.
  [
    2000,
    ({ ask }, turn) =>
      ask(`/findings/export?format=${turn % 2 ? 'csv' : 'json'}&status=open`, { keep: false }),
  ],
  [2500, (load) => listen(load, '/findings/export?format=csv', 50)],
  [400, (load) => listen(load, '/events', 3000)],
  [900, (load) => listen(load, '/events', 200)],
]

async function decide({ ask }: Load, turn: number) {
  const { text } = await ask(`/findings?page=${turn % 20}`)
  const ids: number[] = JSON.parse(text).sastFindings.findings.map(({ id }: { id: number }) => id)
  const chosen = turn % 5 === 0 ? ids : ids.slice(0, 1)
  const state = turn % 2 ? 'reviewing' : 'fixing'
  const body = { issue_type: 'sast', issue_ids: chosen, new_triage_state: state, new_note: `soak ${turn}` }
  const answer = await ask('/triage', { method: 'POST', body })
  if (turn % 3 === 0) {
    await ask(`/triage/changes/${JSON.parse(answer.text).change_id}/undo`, { method: 'POST', body: {} })
  }
}

/** Begins to read an answer and leaves after a while. */
async function listen({ service, at }: Load, path: string, milliseconds: number) {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${service.base}${at(path)}`, { headers, signal: leaving.signal })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  const read = answer.body?.pipeTo(new WritableStream()).catch(() => undefined)
  await Promise.race([delay(milliseconds), read])
  leaving.abort()
}

/**
 * Uses the service for `SOAK_MINUTES` minutes in every way at once, as a process of its own on the made-up data of a
 * profile, and holds its memory after it has settled against that at the end.
 */
export async function measureSoak(profile: ProfileName): Promise<Row[]> {
  const copy = copyOf(profile)
  const service = await startService(copy.environment)
  try {
    return await soak(service, await slugOf(service))
  } finally {
    await service.stop()
    await copy.remove()
  }
}

async function soak(service: Running, slug: string): Promise<Row[]> {
  await fullSpeed(service, slug)
  const at = (path: string) => `/api/v1/deployments/${slug}${path}`
  const load: Load = { service, at, ask: (path, options) => sendRequest(service.base, at(path), options) }
  const begun = performance.now()
  const duration = minutes * 60_000
  const elapsedShare = () => (performance.now() - begun) / duration
  const errors: string[] = []
  const took: number[] = []
  const memory: { at: number; used: number }[] = []

  const repeat = async (rest: number, work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; elapsedShare() < 1; turn++) {
      await work(turn).catch((error) => errors.push(String(error)))
      await delay(rest)
    }
  }
  const reader = (first: number) =>
    repeat(150, async (turn) => {
      const [path, body] = reads[(first * 5 + turn) % reads.length] ?? ['/findings']
      const answered = await load.ask(path, { keep: false, ...(body ? { method: 'POST', body } : {}) })
      took.push(answered.took)
    })
  await Promise.all([
    ...[0, 1, 2, 3].map(reader),
    ...works.map(([rest, work]) => repeat(rest, (turn) => work(load, turn))),
    repeat(1000, async () => {
      const used = service.memory()
      if (used !== null) memory.push({ at: elapsedShare(), used })
    }),
  ])
  for (const error of new Set(errors.slice(0, 20))) console.error(error)
  return rowsOf({ errors: errors.length, took, memory })
}

interface SoakResult {
  errors: number
  took: readonly number[]
  memory: readonly { at: number; used: number }[]
}

function rowsOf({ errors, took, memory }: SoakResult): Row[] {
  const between = (from: number, to: number) =>
    memory.filter(({ at }) => at >= from && at < to).map(({ used }) => used)
  const settled = between(0.2, 0.3)
  const last = between(0.9, 1.1)
  const when = `${minutes} minutes of mixed load`
  const rows = [
    rowOf({ part, unit: '', what: `errors in ${when}`, target: '0' }, [errors], null, (count) => count === 0),
    rowOf(
      { part, unit: 'ms', what: `a read in ${when}`, target: 'p95 ≤ 100 ms' },
      took,
      null,
      (p95) => p95 <= 100,
    ),
  ]
  if (settled.length > 0 && last.length > 0) {
    const grown = quantile(last, 0.5) - quantile(settled, 0.5)
    const labels = { part, unit: 'MB', target: '± 50 MB' } as const
    const what = `growth of memory over ${when}, once settled`
    rows.push(rowOf({ ...labels, what }, [grown], null, (growth) => Math.abs(growth) <= 50))
  }
  return rows
}
