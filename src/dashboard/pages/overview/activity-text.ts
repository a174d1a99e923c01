import type { ActivityAnswer } from '#contract/responses/overview.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import { ownerName } from '#lib/text/owner-name.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { labels } from './details-labels.ts'

type Entry = ActivityAnswer['entries'][number]

/** What an entry is about: its text, its page if it has one, and a text that follows. */
interface Thing {
  text: string
  to: string | undefined
  after?: string
}

const words = labels.activity

const verbs: Readonly<Record<string, string>> = {
  triage_undone: 'undid triage of',
  requested: 'asked to ignore',
  approved: 'approved ignoring',
  declined: 'declined ignoring',
  commented: 'commented on',
  modes_changed: 'changed modes in',
  exported: 'exported the SBOM of',
  settings_changed: 'changed the setting',
}
const verbsOfStates: Readonly<Record<string, string>> = {
  ignored: 'ignored',
  reviewing: 'is reviewing',
  fixing: 'is fixing',
  untriaged: 'reopened',
  reopened: 'reopened',
}
const updatedWord = 'updated'
const verdictWords: Readonly<Record<string, string>> = {
  fail: 'blocked',
  pass: 'passed',
  none: 'has no verdict',
}
const settingWords: Readonly<Record<string, string>> = {
  ticketUrlTemplate: 'ticket URL',
  sbomDefaults: 'SBOM defaults',
  retention: 'data retention',
  timeZone: 'time zone',
  dueDates: 'due dates',
  requireApproval: 'approval of ignored findings',
}

/** Returns what was done, as a verb after the name of the person. */
export function verbOf({ kind, state, target }: Entry): string {
  if (kind === 'assigned') return target === null ? 'unassigned' : 'assigned'
  if (kind === 'triaged') return verbsOfStates[state ?? ''] ?? updatedWord
  return verbs[kind] ?? kind
}

/** Returns what an entry is about, with the URL of its page. */
export function thingOf(deployment: string, entry: Entry): Thing {
  const { kind, target, scan_id: scan, policy_id: policy } = entry
  if (kind === 'verdict') {
    return {
      text: words.pullRequest(entry.pull_request ?? '', target ?? ''),
      to: scan === null ? undefined : settingsPaths.scan(deployment, scan),
      after: verdictWords[entry.state ?? ''] ?? entry.state ?? '',
    }
  }
  if (kind === 'modes_changed')
    return { text: target ?? '', to: policy === null ? undefined : settingsPaths.policy(deployment, policy) }
  if (kind === 'exported')
    return { text: target ?? '', to: target === null ? undefined : settingsPaths.project(deployment, target) }
  if (kind === 'settings_changed')
    return {
      text: target === null ? words.ownerRules : (settingWords[target] ?? target),
      to:
        target === 'dueDates'
          ? settingsPaths.settings(deployment, 'due-dates')
          : target === 'retention'
            ? settingsPaths.settings(deployment, 'retention')
            : target === null
              ? settingsPaths.settings(deployment, 'teams')
              : paths.settings(deployment),
    }
  const thing = findingsOf(deployment, entry)
  if (kind !== 'assigned' || target === null) return thing
  return { ...thing, after: [thing.after, words.assignedTo(ownerName(target))].filter(Boolean).join(' ') }
}

const isOfRequests = new Set(['requested', 'approved', 'declined'])

function findingsOf(deployment: string, { kind, finding, count, issue_type: type, who, at }: Entry): Thing {
  const others = (count ?? 1) - 1
  if (isOfRequests.has(kind)) {
    const to = `${settingsPaths.approvals(deployment)}${kind === 'requested' ? '' : '?decided=true'}`
    return { text: words.findings(count ?? 1), to }
  }
  if (finding && type) {
    const to = paths.finding(deployment, type, finding.id)
    return { text: finding.title, to, ...(others > 0 ? { after: words.more(others) } : {}) }
  }
  const to = kind === 'triaged' && type ? triagedSince(deployment, type, who, at) : undefined
  return { text: words.findings(count ?? 1), to }
}

/** The findings that somebody triaged since: those of a job have the times of its steps. */
function triagedSince(deployment: string, type: FindingType, who: string, at: string): string {
  const search = new URLSearchParams()
  search.append('triaged_by[]', who)
  search.append('triaged_since', String(Math.floor(Date.parse(at) / 1000)))
  return paths.findings(deployment, type, search)
}
