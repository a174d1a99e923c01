import { sql } from 'kysely'
import { fromCode, states, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { TimeZone } from '#server/db/time-zone.ts'
import { scanEventKinds, triageEventKinds } from '../history/status-history.ts'
import { type Flow, type InstanceStatus, listStatusSteps, type Point } from './trend-steps.ts'

/**
 * Computes the status changes of the flaws of the given findings, each flaw once regardless of how many findings it
 * has.
 * @param days.start the first day of the changes.
 */
export async function readFlawFlows(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
  { start, zone }: { start: number; zone: TimeZone },
): Promise<Flow[]> {
  const flaws = await readFlaws(reader, deploymentId, ids, zone.startOf(start))
  return flaws.flatMap(({ now, points }) =>
    listStatusSteps(now, points).map((step) => ({ ...step, day: zone.dayOf(step.at), count: 1 })),
  )
}

interface FlawHistory {
  now: Map<number, InstanceStatus>
  points: Point[]
}

interface Row {
  id: number
  flaw: number
  created_at: number
  state: number
  triage_state: number
  at: number | null
  kind: string
  from_state: string | null
}

/** The flaws of the given findings, each with the events of its findings since `start`, in milliseconds. */
async function readFlaws(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
  start: number,
): Promise<FlawHistory[]> {
  const { rows } = await sql<Row>`
    select finding.id, finding.flaw_id as flaw, finding.created_at, finding.state, finding.triage_state, event.at, event.kind, event.from_state
    from finding left join finding_event as event on event.deployment_id = finding.deployment_id
      and event.finding_id = finding.id and event.at >= ${start}
      and event.kind in (${sql.join([...scanEventKinds, ...triageEventKinds])})
    where finding.deployment_id = ${deploymentId} and finding.id in ${valuesOf(ids)}
    order by event.at desc, event.id desc`.execute(reader)
  const flaws = new Map<number, FlawHistory>()
  const created: { flaw: FlawHistory; point: Point }[] = []
  for (const row of rows) {
    const flaw: FlawHistory = flaws.get(row.flaw) ?? { now: new Map(), points: [] }
    flaws.set(row.flaw, flaw)
    if (!flaw.now.has(row.id)) {
      flaw.now.set(row.id, {
        state: fromCode(states, row.state),
        triage: fromCode(triageStates, row.triage_state),
      })
      const point: Point = { finding: row.id, at: row.created_at, what: 'created' }
      if (row.created_at >= start) created.push({ flaw, point })
    }
    if (row.at !== null) flaw.points.push(pointOf(row, row.at))
  }
  // The sort is stable, so a finding's creation stays before its other events.
  for (const { flaw, point } of created) flaw.points.push(point)
  for (const { flaw } of created) flaw.points.sort((one, other) => other.at - one.at)
  return [...flaws.values()]
}

function pointOf(row: Row, at: number): Point {
  const from = (list: readonly string[]) => list.indexOf(row.from_state ?? '')
  // An event of a finding that was imported with its triage does not record a previous state.
  return triageEventKinds.some((kind) => kind === row.kind)
    ? { finding: row.id, at, what: 'triage', from: triageStates[from(triageStates)] ?? 'untriaged' }
    : { finding: row.id, at, what: 'state', from: states[from(states)] ?? 'unresolved' }
}
