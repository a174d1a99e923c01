import type { QueryClient } from '@tanstack/react-query'
import type { FindingType } from '#contract/vocabulary.ts'
import { preserveUpdatedAt } from '../cache/preserve-updated-at.ts'
import { type FindingsPage, fetchRows, findingListsKey, type ListQuery } from '../findings/findings.ts'

/** The number of ids that fit into a URL. */
const idsAtOnce = 1000

/** Returns the open lists of a deployment, each with its key, type and data. */
function openLists(client: QueryClient, deployment: string) {
  return client
    .getQueryCache()
    .findAll({ queryKey: findingListsKey(deployment), type: 'active' })
    .flatMap(({ queryKey, state }) => {
      // parse: the key and the data of `findingsOptions`.
      const query = queryKey[3] as ListQuery | undefined
      // parse: the key and the data of `findingsOptions`.
      const page = state.data as FindingsPage | undefined
      return page ? [{ queryKey, type: query?.issue_type ?? 'sast', page }] : []
    })
}

/**
 * Updates the rows of open lists in place: none is moved, added or removed. Changed rows are requested by id, in one
 * request for all lists (per thousand ids); null requests all visible rows.
 */
export async function refreshRows(
  client: QueryClient,
  deployment: string,
  changed: ReadonlySet<number> | null,
): Promise<void> {
  const shown = new Map<FindingType, Set<number>>()
  for (const { type, page } of openLists(client, deployment)) {
    const ids = shown.get(type) ?? new Set()
    for (const { id } of page.findings) if (changed === null || changed.has(id)) ids.add(id)
    shown.set(type, ids)
  }
  for (const [type, ids] of shown) {
    const all = [...ids]
    for (let from = 0; from < all.length; from += idsAtOnce) {
      await refresh(client, deployment, type, all.slice(from, from + idsAtOnce))
    }
  }
}

async function refresh(client: QueryClient, deployment: string, type: FindingType, ids: readonly number[]) {
  const decisions = () => client.getMutationCache().findAll({ mutationKey: ['triage', deployment] })
  const before = decisions().length
  const busy = () =>
    decisions().length !== before || client.isMutating({ mutationKey: ['triage', deployment] }) > 0
  const query = {
    issue_type: type,
    issue_ids: [...ids],
    page_size: Math.max(100, ids.length),
    include: ['marks' as const],
  }
  let rows: FindingsPage['findings']
  try {
    rows = (await fetchRows(deployment, query, AbortSignal.timeout(20_000))).findings
  } catch {
    // Rows that could not be requested are unchanged; the next event tries again.
    return
  }
  // Own triage made meanwhile is newer, and causes its own event.
  if (busy()) return
  const fresh = new Map(rows.map((row) => [row.id, row]))
  for (const { queryKey, type: listed, page } of openLists(client, deployment)) {
    if (listed !== type || !page.findings.some(({ id }) => fresh.has(id))) continue
    const findings = page.findings.map((row) => fresh.get(row.id) ?? row)
    client.setQueryData(queryKey, { ...page, findings }, preserveUpdatedAt(client, queryKey))
  }
}
