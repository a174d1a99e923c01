import { toCode, validationStates } from '#server/db/codes.ts'
import type { ProjectPlan } from '../organisation/projects.ts'
import { Deck, Random } from '../random.ts'
import type { RuleChoice } from './choice.ts'
import { severityDeck } from './choice.ts'
import { codeFinding } from './code-finding.ts'
import type { Content, ProjectContext } from './content.ts'
import { Decisions, triageFor } from './decisions.ts'
import { type DependencyDraft, dependencyDecks, dependencyFinding, pin } from './dependency-finding.ts'
import { dependencyRows } from './dependency-rows.ts'
import { ExtrasMaker } from './extras.ts'
import { findingRows } from './finding-rows.ts'
import type { Fingerprint } from './fingerprint.ts'
import { type Instance, place, type Status } from './lifecycle.ts'
import { entryKey, fillLockfiles, type Lockfile, planLockfiles } from './lockfiles.ts'
import { day, hour, statusShares } from './profile.ts'
import type { DemoRow, Ids } from './rows.ts'
import type { RuleBook } from './rule-book.ts'
import type { FindingType } from './rule-writer.ts'
import { type PlannedRef, type ProjectScans, planScans, writeScans } from './scans.ts'
import { secretFinding } from './secret-finding.ts'

export interface ProjectTask {
  index: number
  plan: ProjectPlan
  findings: Record<FindingType, number>
  scans: number
  dependencies: number
  /** Whether its lockfiles say who asks for whom, and hashes. */
  related: boolean
}

export interface Organisation {
  deploymentId: number
  sourceId: number
  seed: number
  today: number
  ids: Ids
  book: RuleBook
  choice: RuleChoice
}

/** All rows of one project. It holds one project in memory at a time, whatever the profile. */
export function* projectRows(task: ProjectTask, organisation: Organisation): Generator<DemoRow> {
  const { plan, index } = task
  const { deploymentId, ids, today, seed } = organisation
  const random = new Random(seed, 'project', index)
  const projectId = ids.next('project')
  const unknownHost = index % 40 === 25
  const url = unknownHost ? null : `https://git.acme.example/${plan.name}`
  const scanned = task.scans > 0
  const planned = scanned ? planScans(plan, index, task.scans, today, random, ids) : null
  const branch = `refs/heads/${plan.primaryBranch}`
  yield {
    table: 'project',
    row: {
      id: projectId,
      deployment_id: deploymentId,
      name: plan.name,
      url,
      tags_json: JSON.stringify(plan.tags),
      default_branch: index % 40 === 28 ? null : branch,
      primary_branch: scanned ? branch : null,
      managed_full: random.chance(0.6) ? 1 : 0,
      managed_diff: random.chance(0.5) ? 1 : 0,
      latest_scan_at: planned?.scans.at(-1)?.startedAt ?? null,
      created_at: today - random.integer(95, 1_100) * day - random.integer(0, 86_399) * 1000,
    },
  }
  if (!planned) return
  const lockfiles = planLockfiles(plan, task.dependencies)
  const prints = fingerprints(task, organisation, planned, lockfiles, url, random)
  fillLockfiles(lockfiles, task.dependencies, random)
  for (const print of prints) moveToLine(print.draft, print.content)
  yield* writeScans(planned, { deploymentId, projectId, sourceId: organisation.sourceId, plan, url, random })
  const decisions = prints.decisions
  const rows: DemoRow[] = []
  const context = {
    deploymentId,
    projectId,
    sourceId: organisation.sourceId,
    plan,
    url,
    ids,
    random,
    book: organisation.book,
  }
  for (const print of prints)
    rows.push(...findingRows(print, context, (changeId, finding) => decisions.note(changeId, finding)))
  yield* decisions.write()
  yield* rows
  const { related } = task
  yield* dependencyRows(lockfiles, planned, { deploymentId, projectId, url, ids, random, related })
}

interface Print extends Fingerprint {
  draft: DependencyDraft | null
}

function fingerprints(
  task: ProjectTask,
  organisation: Organisation,
  planned: ProjectScans,
  lockfiles: readonly Lockfile[],
  url: string | null,
  random: Random,
): Print[] & { decisions: Decisions } {
  const { plan } = task
  const { today, choice } = organisation
  const context: ProjectContext = {
    plan,
    random,
    package: (plan.name.split('/').at(-1) ?? '').replace(/[^a-z]/g, ''),
    nextLine: new Map(),
  }
  const severities = severityDeck(random)
  const statuses = new Deck<Status>(random, statusShares)
  const spread = new Deck<boolean>(random, [
    [true, 21],
    [false, 79],
  ])
  const decks = dependencyDecks(random)
  const extras = new ExtrasMaker(random, url, today)
  const decisions = new Decisions(organisation.deploymentId, random, organisation.ids)
  const taken = new Set<string>()
  const prints: Print[] = []

  const make = (type: FindingType): { content: Content; draft: DependencyDraft | null } | null => {
    for (let attempt = 0; attempt < 60; attempt++) {
      const rule = choice.draw(type, plan.stack, severities, random)
      if (!rule) return null
      if (rule.code) return { content: codeFinding(rule, rule.code, context), draft: null }
      if (rule.secret) return { content: secretFinding(rule, rule.secret, context, today), draft: null }
      if (!rule.advisory) return null
      const draft = dependencyFinding(rule, rule.advisory, lockfiles, decks, context, taken)
      if (draft) return { content: draft.content, draft }
    }
    return null
  }

  for (const type of ['sast', 'sca', 'secrets'] as const) {
    let left = task.findings[type]
    while (left > 0) {
      const made = make(type)
      if (!made) break
      const status = statuses.draw()
      const muted = status === 'ignored' && type !== 'sca' && random.chance(0.12)
      const wanted = left >= 3 && spread.draw() ? Math.min(left, random.integer(3, 8)) : 1
      const instances: Instance[] = []
      for (const ref of refsFor(planned, wanted, random)) {
        if (instances.length === wanted) break
        const instance = place(ref, type, status, muted, random)
        if (instance) instances.push(instance)
      }
      if (instances.length === 0) continue
      left -= instances.length
      const print: Print = {
        ...made,
        instances,
        ...decide(status, muted, instances, decisions, today, random, isRevocable(type, made.content)),
        extras: (id, instance) =>
          extras.make(
            type,
            id,
            instance.first.completedAt,
            instance.ref.name.startsWith('refs/pull/'),
            instance.state === 'fixed',
          ),
      }
      prints.push(print)
      if (made.draft) pin(made.draft, status === 'fixed')
    }
  }
  addRemoved(prints, task, make, planned, random)
  return Object.assign(prints, { decisions })
}

/** The primary branch first where the finding is on it, then others in any order. */
function refsFor(planned: ProjectScans, wanted: number, random: Random): PlannedRef[] {
  const others = random.shuffle(planned.refs.filter((ref) => !ref.primary))
  if (wanted === 1 && random.chance(0.22)) return others
  return [planned.primary, ...others]
}

/** Whether a finding is a secret of which nothing says that it works. */
const isRevocable = (type: FindingType, { columns }: Content) =>
  type === 'secrets' && columns.validation_state !== toCode(validationStates, 'CONFIRMED_VALID')

function decide(
  status: Status,
  muted: boolean,
  instances: readonly Instance[],
  decisions: Decisions,
  today: number,
  random: Random,
  revocable: boolean,
): Pick<Print, 'triage' | 'earlier' | 'reopened'> {
  const nothing = { triage: null, earlier: null, reopened: false }
  const state = triageFor(status, muted, random)
  if (state === 'untriaged') return nothing
  const founds = instances.map((instance) => instance.first.completedAt)
  if (state === 'reopened') {
    // Work had begun when the finding came back; else a person took a decision back.
    const back = instances.find((instance) => instance.cameBack)
    if (instances.length === 1 && back?.cameBack && back.fixedBefore) {
      const earlier = decisions.decide('fixing', instances, back.fixedBefore.completedAt)
      return { triage: null, earlier, reopened: true }
    }
    const evening = today - day / 2
    if (Math.max(...founds, back?.cameBack?.completedAt ?? 0) > evening - day) return nothing
    const earlier = decisions.decide('ignored', instances, evening)
    return {
      triage: decisions.decide('reopened', instances, today, { notBefore: earlier.at }),
      earlier,
      reopened: false,
    }
  }
  // Nobody takes up a finding that a scan has found to be gone.
  const gone = Math.min(today, ...instances.map((instance) => instance.fixedBy?.completedAt ?? today))
  const first = state === 'ignored' ? Math.min(...founds) : Math.max(...founds)
  if (first >= gone - hour) return nothing
  return { ...nothing, triage: decisions.decide(state, instances, gone, { isRevocable: revocable }) }
}

/** A few findings whose file is gone: kept for their history, out of every list. */
function addRemoved(
  prints: Print[],
  task: ProjectTask,
  make: (type: FindingType) => { content: Content; draft: DependencyDraft | null } | null,
  planned: ProjectScans,
  random: Random,
): void {
  const count = Math.round(task.findings.sast * 0.01)
  for (let position = 0; position < count; position++) {
    const made = make('sast')
    const instance = place(planned.primary, 'sast', 'fixed', false, random)
    if (!made || !instance?.fixedBy) continue
    const removed: Instance = { ...instance, state: 'removed', last: instance.fixedBy, fixedBy: null }
    prints.push({
      ...made,
      instances: [removed],
      triage: null,
      earlier: null,
      reopened: false,
      extras: () => ({ document: {}, hasTicket: false, ticketAt: 0, fixStates: 0 }),
    })
  }
}

/** A finding about a dependency stands at the line of its lockfile where the version is, or was. */
function moveToLine(draft: DependencyDraft | null, content: Content): void {
  if (!draft) return
  const { lockfile, version, fixed } = draft
  const name = content.columns.package ?? ''
  content.startLine =
    lockfile.lines.get(entryKey(name, version)) ?? lockfile.lines.get(entryKey(name, fixed ?? '')) ?? 6
}
