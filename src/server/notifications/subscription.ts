import type { Selectable } from 'kysely'
import { type FindingFilter, findingFilter, findingSetQuery } from '#contract/parameters/findings-query.ts'
import { readQuery } from '#contract/parameters/query.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import type { WebhookEvent } from '#contract/webhook-vocabulary.ts'
import type { Reader } from '#server/db/database.ts'
import { readFormerNames } from '#server/db/project-name.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { WebhookTable } from '#server/db/webhook-tables.ts'
import { normalizeFilter } from '#server/findings/saved/filters/saved-filter.ts'
import { unprocessable } from '#server/http/errors.ts'

export type WebhookRow = Selectable<WebhookTable>

/** What a webhook is sent. */
export interface Subscription {
  webhookId: number
  /** json, slack, teams, email */
  format: string
  events: readonly WebhookEvent[]
  /** The filter as it is stored, for links. */
  query: string
  filter: FindingFilter & { issue_type?: FindingType }
}

/**
 * The stored form of a filter.
 * @param person whom `owner=me` means.
 * @throws HttpError 400 with every fault at once, 422 for one that selects nothing.
 */
export function storedQuery(deploymentId: number, input: string, person: string): string {
  const { query } = normalizeFilter(deploymentId, input, person)
  const past = ['flow', 'fixed_on'].find((name) => new URLSearchParams(query).has(name))
  if (past !== undefined)
    throw unprocessable([
      { pointer: '/filter', detail: `${past}: selects what changed in a time that has passed` },
    ])
  const type = new URLSearchParams(input).get('issue_type')
  return [...(type === null ? [] : [`issue_type=${type}`]), ...(query === '' ? [] : [query])].join('&')
}

/** A subscription as stored. @param former present names of projects by former ones. */
export function subscriptionOf(
  row: Pick<WebhookRow, 'id' | 'format' | 'events_json' | 'query'>,
  former: ReadonlyMap<string, string>,
): Subscription {
  const parameters = new URLSearchParams(row.query)
  const { values } = readQuery(findingFilter, parameters)
  const type = readQuery(findingSetQuery, parameters).values.issue_type
  const present = (names: readonly string[]) => names.map((name) => former.get(name) ?? name)
  return {
    webhookId: row.id,
    format: row.format,
    // parse: written by us from the list of events.
    events: parseStored<WebhookEvent[]>(row.events_json),
    query: row.query,
    filter: {
      ...values,
      ...(values.repos ? { repos: present(values.repos) } : {}),
      ...(values.not_repos ? { not_repos: present(values.not_repos) } : {}),
      ...(type === undefined ? {} : { issue_type: type }),
    },
  }
}

/** The subscriptions of webhooks that are not disabled. */
export async function readSubscriptions(reader: Reader, deploymentId: number): Promise<Subscription[]> {
  const rows = await reader
    .selectFrom('webhook')
    .select(['id', 'format', 'events_json', 'query'])
    .where('deployment_id', '=', deploymentId)
    .where('disabled_at', 'is', null)
    .where('person_id', 'is', null)
    .orderBy('id')
    .execute()
  const former = await readFormerNames(reader, deploymentId)
  return rows.map((row) => subscriptionOf(row, former))
}

/** A project and a ref as filters of findings name them. */
export interface ScanPlace {
  projectId: number
  project: string
  tags: readonly string[]
  /** Null where the event has no ref. */
  ref: { name: string; isPrimary: boolean } | null
}

/** Whether an event that is not of a finding is in the projects, and on the branches, that a filter selects. */
export function matchesPlace(
  { filter }: Subscription,
  { projectId, project, tags, ref }: ScanPlace,
): boolean {
  const {
    repos,
    not_repos: notRepos,
    repository_ids: ids,
    project_tags: projectTags,
    primary_ref: primary,
  } = filter
  if (repos && !repos.includes(project)) return false
  if (notRepos?.includes(project)) return false
  if (ids && !ids.map(Number).includes(projectId)) return false
  if (projectTags && !projectTags.some((tag) => tags.includes(tag))) return false
  if (ref === null) return true
  if (primary !== undefined && ref.isPrimary !== primary) return false
  return !filter.ref || ref.name === filter.ref || ref.name.endsWith(`/${filter.ref}`)
}
