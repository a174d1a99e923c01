import type { QueryClient } from '@tanstack/react-query'
import { preserveUpdatedAt } from '#api/cache/preserve-updated-at.ts'
import type { Finding } from '#api/dialects/dialects.ts'
import { type FindingsPage, findingKey, findingListsKey } from '#api/findings/findings.ts'
import { inboxKey } from '#api/inbox.ts'
import type { FindingDetail } from '#contract/responses/findings.ts'
import type { Inbox, InboxFinding } from '#contract/responses/inbox.ts'
import { type Triage, triageOf } from './pending-decisions.ts'

/** Returns the cached lists that contain one of these findings, each with its key. */
function listsWith(client: QueryClient, deployment: string, ids: ReadonlySet<number>) {
  return client
    .getQueriesData<FindingsPage>({ queryKey: findingListsKey(deployment) })
    .flatMap(([key, page]) => (page?.findings.some(({ id }) => ids.has(id)) ? [{ key, page }] : []))
}

/** Updates the cached triage of findings, in rows of lists and in details. */
export function writeTriage(
  client: QueryClient,
  deployment: string,
  triages: ReadonlyMap<number, Triage>,
): void {
  const ids = new Set(triages.keys())
  for (const { key, page } of listsWith(client, deployment, ids)) {
    const findings = page.findings.map((row): Finding => merge(row, triages.get(row.id)))
    client.setQueryData(key, { ...page, findings }, preserveUpdatedAt(client, key))
  }
  for (const [key, inbox] of inboxesOf(client, deployment)) {
    const items = inbox.items.map((item) =>
      item.finding && ids.has(item.finding.id)
        ? { ...item, finding: { ...item.finding, ...shownOf(triages.get(item.finding.id)) } }
        : item,
    )
    client.setQueryData(key, { ...inbox, items }, preserveUpdatedAt(client, key))
  }
  for (const [id, triage] of triages) {
    const key = findingKey(deployment, id)
    const detail = client.getQueryData<FindingDetail>(key)
    if (detail) client.setQueryData(key, merge(detail, triage), preserveUpdatedAt(client, key))
  }
}

/** The cached inboxes, each with its key. */
function inboxesOf(client: QueryClient, deployment: string) {
  return client
    .getQueriesData<Inbox>({ queryKey: inboxKey(deployment) })
    .flatMap(([key, inbox]) => (inbox ? [[key, inbox] as const] : []))
}

/** A triage in the form of the inbox. */
function shownOf(triage: Triage | undefined): Partial<InboxFinding> {
  if (!triage) return {}
  return {
    status: triage.status ?? '',
    triage_state: triage.triage_state ?? '',
    triage_reason: triage.triage_reason ?? null,
    triage_comment: triage.triage_comment ?? '',
    triaged_at: triage.triaged_at ?? null,
    triaged_by: triage.triaged_by ?? null,
    ignored_until: triage.ignored_until ?? null,
    ignore_ends: triage.ignore_ends ?? null,
    owner: triage.owner ?? null,
    ignore_request: triage.ignore_request ?? null,
  }
}

/** Updates the rows that show a finding whose match was resolved. */
export function writeResolved(
  client: QueryClient,
  deployment: string,
  detail: FindingDetail,
  uncertain: boolean,
): void {
  writeTriage(client, deployment, new Map([[detail.id, triageOf(detail)]]))
  for (const { key, page } of listsWith(client, deployment, new Set([detail.id]))) {
    const findings = page.findings.map((row): Finding => {
      return row.id === detail.id && row.marks ? { ...row, marks: { ...row.marks, uncertain } } : row
    })
    client.setQueryData(key, { ...page, findings }, preserveUpdatedAt(client, key))
  }
}

function merge<Row extends Finding | FindingDetail>(row: Row, triage: Triage | undefined): Row {
  if (!triage) return row
  // Fields that the service always returns stay strings, even if the triage came from a response without them.
  return {
    ...row,
    ...triage,
    status: triage.status ?? '',
    triage_state: triage.triage_state ?? '',
    state: row.state,
  }
}

/** Returns the cached triage of these findings; findings that are not cached are missing. */
export function cachedTriage(
  client: QueryClient,
  deployment: string,
  ids: Iterable<number>,
): Map<number, Triage> {
  const idSet = new Set(ids)
  const triages = new Map<number, Triage>()
  for (const { page } of listsWith(client, deployment, idSet)) {
    for (const row of page.findings) if (idSet.has(row.id)) triages.set(row.id, triageOf(row))
  }
  for (const [, inbox] of inboxesOf(client, deployment)) {
    for (const { finding } of inbox.items)
      if (finding && idSet.has(finding.id)) triages.set(finding.id, triageOf(finding))
  }
  for (const id of idSet) {
    const detail = client.getQueryData<FindingDetail>(findingKey(deployment, id))
    if (detail) triages.set(id, triageOf(detail))
  }
  return triages
}

/** Cancels requests from before a triage, so that their responses do not overwrite it. */
export async function cancelOlderRequests(client: QueryClient, deployment: string, ids: readonly number[]) {
  await Promise.all(
    ids
      .map((id) => findingKey(deployment, id))
      // An initial request is not cancelled: without it there would be no data at all.
      .filter((queryKey) => client.getQueryData(queryKey) !== undefined)
      .map((queryKey) => client.cancelQueries({ queryKey })),
  )
}
