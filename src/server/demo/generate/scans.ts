import { scanKinds, scanStatuses, toCode } from '#server/db/codes.ts'
import { people } from '../organisation/people.ts'
import type { ProjectPlan } from '../organisation/projects.ts'
import { development } from '../organisation/texts.ts'
import { item, type Random } from '../random.ts'
import { day, hour, minute } from './profile.ts'
import type { DemoRow, Ids } from './rows.ts'
import type { FindingType } from './rule-writer.ts'

export interface PlannedRef {
  id: number
  name: string
  primary: boolean
  /** Completed scans of the ref, oldest first. */
  completed: PlannedScan[]
}

export interface PlannedScan {
  id: number
  ref: PlannedRef
  at: number
  status: (typeof scanStatuses)[number]
  kind: 'full' | 'diff'
  products: Record<FindingType, boolean>
  startedAt: number
  completedAt: number
  commit: string
  /** Counts of findings that the scan reported, filled in as findings are placed. */
  found: Record<FindingType, number>
}

export interface ProjectScans {
  refs: PlannedRef[]
  primary: PlannedRef
  scans: PlannedScan[]
}

const minimumOfRef = 2

/** Plans refs and scans of a project over the last 90 days: each ref has two completed scans at least. */
export function planScans(
  plan: ProjectPlan,
  index: number,
  count: number,
  today: number,
  random: Random,
  ids: Ids,
): ProjectScans {
  const refs = planRefs(plan, count, random, ids)
  const primary = item(refs, 0)
  // Some projects were not scanned for a month, so that the coverage has something to say.
  const end = index % 13 === 5 ? today - 34 * day : today
  const scans: PlannedScan[] = []
  const spare = Math.max(0, count - refs.length * minimumOfRef)
  const extraOfPrimary = Math.max(1, Math.round(spare * 0.8))
  for (const ref of refs) {
    const own = ref.primary ? minimumOfRef + extraOfPrimary : minimumOfRef
    const last = ref.primary
      ? end - random.integer(1, 40) * hour
      : end - random.integer(1, 50) * day - random.integer(0, 23) * hour
    const first = ref.primary
      ? today - 90 * day + random.integer(1, 50) * hour
      : last - random.integer(1, 6) * day
    for (const at of spread(first, last, own, random)) scans.push(planScan(ref, at, random))
  }
  for (let extra = refs.length * minimumOfRef + extraOfPrimary; extra < count; extra++) {
    const ref = random.pick(refs)
    scans.push(planScan(ref, end - random.integer(1, 80) * day - random.integer(0, 86_399) * 1000, random))
  }
  scans.sort((left, right) => left.startedAt - right.startedAt)
  spoil(scans, index, today, random)
  for (const scan of scans) {
    scan.id = ids.next('scan')
    if (scan.status === 'SCAN_STATUS_COMPLETED') scan.ref.completed.push(scan)
  }
  narrow(primary, random)
  return { refs, primary, scans }
}

function planRefs(plan: ProjectPlan, count: number, random: Random, ids: Ids): PlannedRef[] {
  const wanted = Math.min(13, Math.max(9, Math.floor(count / 3.2)))
  const noun = () => random.pick(plan.nouns)
  const names = [
    `refs/heads/${plan.primaryBranch}`,
    `refs/heads/release/${random.integer(2, 6)}.${random.integer(0, 9)}`,
  ]
  if (random.chance(0.5)) names.push(`refs/heads/release/2026.${random.integer(1, 9)}`)
  for (const topic of random.sample(development.branches, 3))
    names.push(`refs/heads/${topic.replace('{noun}', noun())}`)
  let pull = random.integer(40, 2400)
  while (names.length < wanted) {
    pull += random.integer(1, 9)
    names.push(`refs/pull/${pull}/merge`)
  }
  return [...new Set(names)].map((name, position) => ({
    id: ids.next('ref'),
    name,
    primary: position === 0,
    completed: [],
  }))
}

function* spread(first: number, last: number, count: number, random: Random): Generator<number> {
  const step = (last - first) / Math.max(1, count - 1)
  for (let position = 0; position < count; position++) {
    const jitter = position === 0 || position === count - 1 ? 0 : (random.fraction() - 0.5) * step * 0.6
    yield Math.floor((first + position * step + jitter) / 1000) * 1000 + random.integer(0, 999)
  }
}

function planScan(ref: PlannedRef, at: number, random: Random): PlannedScan {
  const kind = ref.name.startsWith('refs/pull/') ? 'diff' : 'full'
  const seconds = kind === 'diff' ? random.integer(14, 160) : random.integer(70, 900)
  return {
    id: 0,
    ref,
    at,
    status: 'SCAN_STATUS_COMPLETED',
    kind,
    products: { sast: true, sca: true, secrets: true },
    startedAt: at,
    completedAt: at + seconds * 1000 + random.integer(0, 999),
    commit: random.hex(40),
    found: { sast: 0, sca: 0, secrets: 0 },
  }
}

/** Some scans fail, are cancelled or never end; the first two of each ref always complete. */
function spoil(scans: PlannedScan[], index: number, today: number, random: Random): void {
  const seen = new Map<number, number>()
  const spare = scans.filter((scan) => {
    const before = seen.get(scan.ref.id) ?? 0
    seen.set(scan.ref.id, before + 1)
    return before >= minimumOfRef
  })
  const ends = [
    'SCAN_STATUS_ERROR',
    'SCAN_STATUS_ERROR',
    'SCAN_STATUS_NEVER_FINISHED',
    'SCAN_STATUS_CANCELLED',
  ] as const
  for (const scan of spare) if (random.chance(0.11)) scan.status = random.pick(ends)
  const last = spare.at(-1)
  if (!last || index % 13 === 5) return
  if (index % 10 === 3 || index % 10 === 7) {
    last.status = index % 10 === 3 ? 'SCAN_STATUS_RUNNING' : 'SCAN_STATUS_PENDING'
    last.startedAt = today - random.integer(1, 9) * minute
  }
}

/** A few scans of the primary branch looked at one or two products alone. */
function narrow(primary: PlannedRef, random: Random): void {
  for (const scan of primary.completed.slice(minimumOfRef, -1)) {
    if (!random.chance(0.12)) continue
    scan.products = random.chance(0.5)
      ? { sast: true, sca: false, secrets: true }
      : { sast: false, sca: true, secrets: false }
  }
}

/** Writes the refs and scans of a project, once all findings are placed and counted. */
export function* writeScans(
  planned: ProjectScans,
  context: {
    deploymentId: number
    projectId: number
    sourceId: number
    plan: ProjectPlan
    url: string | null
    random: Random
  },
): Generator<DemoRow> {
  const { deploymentId, projectId, sourceId } = context
  for (const ref of planned.refs) {
    const latest = planned.scans.filter((scan) => scan.ref === ref).at(-1)
    yield {
      table: 'ref',
      row: {
        id: ref.id,
        deployment_id: deploymentId,
        project_id: projectId,
        name: ref.name,
        is_primary: ref.primary ? 1 : 0,
        latest_scan_at: latest?.startedAt ?? null,
      },
    }
  }
  for (const scan of planned.scans) {
    const done = scan.status === 'SCAN_STATUS_COMPLETED'
    const failed = scan.status === 'SCAN_STATUS_ERROR'
    const ended = done || failed || scan.status === 'SCAN_STATUS_CANCELLED'
    const products = [
      ...(scan.products.sast ? ['PRODUCT_SAST'] : []),
      ...(scan.products.sca ? ['PRODUCT_SCA'] : []),
      ...(scan.products.secrets ? ['PRODUCT_SECRETS'] : []),
    ]
    yield {
      table: 'scan',
      row: {
        id: scan.id,
        deployment_id: deploymentId,
        project_id: projectId,
        ref_id: scan.ref.id,
        source_id: sourceId,
        kind: toCode(scanKinds, scan.kind),
        status: toCode(scanStatuses, scan.status),
        started_at: scan.startedAt,
        completed_at: ended ? scan.completedAt : null,
        enabled_products_json: JSON.stringify(products),
        exit_code: done ? (scan.found.sast > 20 ? 1 : 0) : failed ? 2 : null,
        has_logs: scan.status === 'SCAN_STATUS_PENDING' || context.random.chance(0.05) ? 0 : 1,
        findings_code: done ? scan.found.sast : 0,
        findings_supply_chain: done ? scan.found.sca : 0,
        findings_secrets: done ? scan.found.secrets : 0,
        total_time: ended ? Math.round((scan.completedAt - scan.startedAt) / 1000) : null,
        commit: context.random.chance(0.01) ? null : scan.commit,
        meta_json: JSON.stringify(metaOf(scan, context.plan, context.url, context.random)),
        file_digest: null,
        report_json: null,
      },
    }
  }
}

function metaOf(
  scan: PlannedScan,
  plan: ProjectPlan,
  url: string | null,
  random: Random,
): Record<string, unknown> {
  const author = random.pick(people)
  const titled = (title: string) => title.replace('{noun}', random.pick(plan.nouns))
  const avatar = (username: string) => `https://git.acme.example/avatars/${username}.png`
  const pull = /^refs\/pull\/(\d+)\//.exec(scan.ref.name)?.[1]
  const event = pull
    ? 'pull_request'
    : random.chance(0.3)
      ? 'schedule'
      : random.chance(0.03)
        ? 'workflow_dispatch'
        : 'push'
  const meta: Record<string, unknown> = {
    true: event,
    commit_title: titled(random.pick(development.commitTitles)),
  }
  if (random.chance(0.9)) meta['config'] = random.pick(['default', 'acme-baseline', 'default, acme-baseline'])
  if (url !== null && random.chance(0.92))
    meta['ci_job_url'] =
      `https://ci.acme.example/${plan.name}/${random.pick(development.pipelines)}/runs/${random.integer(10_000, 99_999)}`
  meta['commit_author_name'] = author.name
  if (random.chance(0.95)) meta['commit_author_email'] = author.email
  if (random.chance(0.97)) meta['commit_author_username'] = author.username
  if (random.chance(0.8)) meta['commit_author_image_url'] = avatar(author.username)
  if (pull) {
    const opener = random.chance(0.8) ? author : random.pick(people)
    meta['pull_request_id'] = Number(pull)
    meta['pull_request_title'] = titled(random.pick(development.commitTitles))
    meta['pull_request_author_username'] = opener.username
    if (random.chance(0.8)) meta['pull_request_author_image_url'] = avatar(opener.username)
  }
  return meta
}
