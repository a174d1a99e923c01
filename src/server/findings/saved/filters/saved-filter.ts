import { createHash } from 'node:crypto'
import { parseDays } from '#contract/parameters/day-range.ts'
import {
  type FindingFilter,
  type FindingSetQuery,
  findingFilter,
  findingSetQuery,
  misplacedFilters,
} from '#contract/parameters/findings-query.ts'
import { parseFlow } from '#contract/parameters/flow-filter.ts'
import { withoutMe } from '#contract/parameters/owner.ts'
import { readQuery, writeQuery } from '#contract/parameters/query.ts'
import type { Reader } from '#server/db/database.ts'
import { badRequest, notFound, unprocessable } from '#server/http/errors.ts'
import { toFindingWords, type WithFindingWords } from './secret-parameters.ts'

/** A filter as stored. */
export interface SavedFilter {
  id: string
  /** A query string. */
  query: string
}

/**
 * Normalizes a query string, so that filters with the same meaning have the same form, and derives the id from it.
 * Parameters that are not filters (page, sort) are left out.
 * @param person whom `owner=me` means.
 * @throws HttpError 400 with every fault at once, 422 for one that selects nothing.
 */
export function normalizeFilter(deploymentId: number, input: string, person: string): SavedFilter {
  const { values, faults } = readQuery(findingSetQuery, new URLSearchParams(input))
  const problems = [...faults, ...(values.issue_type ? misplacedFilters(values) : [])]
  if (values.flow !== undefined && !parseFlow(values.flow))
    problems.push({
      parameter: 'flow',
      detail: 'is not a change with days, such as opened:2026-11-01..2026-11-30',
    })
  if (values.fixed_on !== undefined && !parseDays(values.fixed_on))
    problems.push({ parameter: 'fixed_on', detail: 'is not days, such as 2026-11-01..2026-11-30' })
  if (values.filter !== undefined)
    problems.push({ parameter: 'filter', detail: 'cannot be nested in another filter' })
  if (problems.length > 0) {
    throw badRequest(
      problems.map(({ parameter, detail }) => ({ pointer: '/query', detail: `${parameter}: ${detail}` })),
    )
  }
  const filter = Object.fromEntries(
    Object.entries(withoutMe(toFindingWords(values), person)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String).sort() : value,
    ]),
  )
  // A query string cannot express an empty list: the saved filter would lose it, and select what it excluded.
  const [emptyParameter] =
    Object.entries(filter).find(([, value]) => Array.isArray(value) && value.length === 0) ?? []
  if (emptyParameter !== undefined)
    throw unprocessable([{ pointer: '/query', detail: `${emptyParameter}: no finding can match all of it` }])
  const query = writeQuery(findingFilter, filter).toString()
  return { id: filterId(`${deploymentId} ${query}`), query }
}

/** An id that is derived from a text. */
export const filterId = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16)

/** @throws HttpError 404 for an id that is not saved in this deployment. */
export async function findSavedFilter(
  reader: Reader,
  deploymentId: number,
  id: string,
): Promise<SavedFilter> {
  const row = await reader
    .selectFrom('kept_filter')
    .select(['id', 'query'])
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('kept filter')
  return row
}

type FilterQuery = Omit<FindingSetQuery, 'status'> & { status?: FindingSetQuery['status'] }

/**
 * Resolves the saved filter of a query, and converts the parameters of the secrets listing to our own. Every operation
 * with a finding filter reads its query through this function. A parameter given in addition to `filter` replaces the
 * one of the same name in the saved filter. At most one statement, none without `filter`.
 * @throws HttpError 404 for an unknown `filter`, 400 if the saved filter has parameters that the type does not have.
 */
export async function withSavedFilter<Q extends FilterQuery>(
  reader: Reader,
  deploymentId: number,
  query: Q,
): Promise<Omit<WithFindingWords<Q>, 'filter'> & FindingFilter> {
  const { filter: id, ...own } = toFindingWords(query)
  if (id === undefined) return own
  const savedFilter = await findSavedFilter(reader, deploymentId, id)
  const { values } = readQuery(findingFilter, new URLSearchParams(savedFilter.query))
  const faults = misplacedFilters({ ...values, issue_type: query.issue_type })
  if (faults.length > 0) {
    throw badRequest(
      faults.map(({ parameter, detail }) => ({
        parameter: 'filter',
        detail: `contains ${parameter}, which ${detail}`,
      })),
    )
  }
  return { ...values, ...own }
}
