import { type ViewPage, viewPages } from '#contract/vocabulary.ts'

/** A view that exists in every deployment and cannot be changed. */
export interface BuiltIn {
  id: string
  name: string
  page: ViewPage
  query: string
  /** Columns and sort order of a triage view: newest first, with actor and reason; undefined for the defaults. */
  display?: { columns: readonly string[]; sort: string }
}

const pageTitles: Record<ViewPage, string> = { code: 'finding', 'supply-chain': 'package', secrets: 'kind' }
/** Ids on the first page have no suffix. */
const idSuffixes: Record<ViewPage, string> = {
  code: '',
  'supply-chain': '-supply-chain',
  secrets: '-secrets',
}

const newestTriageColumns = (page: ViewPage, columns: readonly string[]) => ({
  columns: ['severity', pageTitles[page], ...columns],
  sort: '-triaged_at',
})

/** Findings ignored in the last week, with actor and reason. A flaw on several branches is listed once. */
function ignoredThisWeekView(page: ViewPage): BuiltIn {
  return {
    id: `builtin:ignored-this-week${idSuffixes[page]}`,
    name: 'Ignored this week',
    page,
    query: 'status=ignored&triaged_since=7d&dedup=true',
    display: newestTriageColumns(page, ['triaged_by', 'triaged', 'reason', 'note']),
  }
}

/** Findings that are overdue, or due this week: those that are due first at the beginning. */
function dueView(page: ViewPage, id: string, name: string, due: string): BuiltIn {
  const finding = pageTitles[page]
  return {
    id: `builtin:${id}${idSuffixes[page]}`,
    name,
    page,
    query: `primary_ref=true&due=${due}`,
    display: { columns: ['severity', finding, 'due', 'status', 'age'], sort: 'due_at' },
  }
}

/** Findings that a person triaged, newest first. The URL contains the person's name, as in other lists of theirs. */
function ownTriageView(page: ViewPage, person: string): BuiltIn {
  const by = new URLSearchParams({ 'triaged_by[]': person })
  return {
    id: `builtin:my-recent-decisions${idSuffixes[page]}`,
    name: 'My recent triage',
    page,
    query: `${by}&dedup=true`,
    display: newestTriageColumns(page, ['triaged', 'status', 'reason', 'note']),
  }
}

/** Findings that whoever looks at them has to deal with, as their own or those of a team. */
const assignedView = (page: ViewPage): BuiltIn => ({
  id: `builtin:assigned-to-me${idSuffixes[page]}`,
  name: 'Assigned to me',
  page,
  query: 'status=open,reviewing,fixing&owner=me&dedup=true',
})

/** The built-in views for a person. */
export function builtInsFor(person: string): BuiltIn[] {
  return [
    ...builtIns,
    ...viewPages.flatMap((page) => [
      assignedView(page),
      ignoredThisWeekView(page),
      dueView(page, 'overdue', 'Overdue', 'overdue'),
      dueView(page, 'due-this-week', 'Due this week', 'week'),
      ownTriageView(page, person),
    ]),
  ]
}

/** A view on several pages has one name, but a separate id per page. */
const builtIns: readonly BuiltIn[] = [
  {
    id: 'builtin:critical-high',
    name: 'Critical and high',
    page: 'code',
    query: 'severities=critical,high&status=open&primary_ref=true',
  },
  {
    id: 'builtin:new-this-week',
    name: 'New this week',
    page: 'code',
    query: 'status=open&since=7d&primary_ref=true',
  },
  {
    id: 'builtin:critical-reachable',
    name: 'Critical and reachable',
    page: 'supply-chain',
    query:
      'severities=critical&status=open&primary_ref=true&exposures=reachable,always_reachable,conditionally_reachable',
  },
  {
    id: 'builtin:malicious',
    name: 'Malicious packages',
    page: 'supply-chain',
    query: 'status=open&primary_ref=true&is_malicious=true',
  },
  {
    id: 'builtin:upgrade-available',
    name: 'Upgrade available',
    page: 'supply-chain',
    query: 'status=open&primary_ref=true&fix_available=true',
  },
  {
    id: 'builtin:critical-high-supply-chain',
    name: 'Critical and high',
    page: 'supply-chain',
    query: 'severities=critical,high&status=open&primary_ref=true',
  },
  {
    id: 'builtin:new-this-week-supply-chain',
    name: 'New this week',
    page: 'supply-chain',
    query: 'status=open&since=7d&primary_ref=true',
  },
  {
    id: 'builtin:confirmed-working',
    name: 'Confirmed working',
    page: 'secrets',
    query: 'status=open&primary_ref=true&validation_state=VALIDATION_STATE_CONFIRMED_VALID',
  },
  {
    id: 'builtin:critical-high-secrets',
    name: 'Critical and high',
    page: 'secrets',
    query: 'severities=critical,high&status=open&primary_ref=true',
  },
  {
    id: 'builtin:new-this-week-secrets',
    name: 'New this week',
    page: 'secrets',
    query: 'status=open&since=7d&primary_ref=true',
  },
]
