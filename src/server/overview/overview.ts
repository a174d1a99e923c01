import type { overviewPeriods } from '#contract/overview-vocabulary.ts'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { gateFilters } from '#contract/vocabulary.ts'
import { countCoverage } from '#server/catalog/projects/coverage.ts'
import type { ColumnStores } from '#server/columns/column-stores.ts'
import type { Reader } from '#server/db/database.ts'
import { readOverviewCounts } from '#server/findings/flows/overview-counts.ts'
import { withHistory } from '#server/findings/snapshot.ts'
import { readProjectByName } from '#server/records/projects/project.ts'
import { scansOf } from '#server/scans/list/filter.ts'
import { newestScans } from '#server/scans/list/newest.ts'
import { recentScans } from '#server/scans/list/recent.ts'

interface OverviewRequest {
  period: (typeof overviewPeriods)[number]
  project: string | undefined
  tag: string | undefined
  owner: string[] | undefined
  withDisabled: boolean
  /** Milliseconds since 1970. */
  now: number
}

const shownScans = 8

/**
 * Reads the overview of a deployment in one snapshot.
 * @throws HttpError 404 for an unknown project.
 * Source: docs/api.md#overview.
 */
export async function readOverview(
  stores: ColumnStores,
  deploymentId: number,
  request: OverviewRequest,
): Promise<OverviewAnswer> {
  const { project, tag, now } = request
  // Read first, because it opens a snapshot of its own.
  const newest = await newestScans(stores, deploymentId)
  return withHistory(stores, deploymentId, async (view, history) => {
    const { reader } = view
    const { id: projectId } =
      project === undefined ? { id: undefined } : await readProjectByName(reader, deploymentId, project)
    const counts = await readOverviewCounts(view, deploymentId, request, history)
    const filter = {
      ...(project === undefined ? {} : { repos: [project] }),
      ...(tag === undefined ? {} : { project_tags: [tag] }),
    }
    return {
      period: request.period,
      ...counts,
      gate: await countVerdicts(reader, deploymentId, filter, counts.since),
      coverage: await countCoverage(reader, deploymentId, { tag, projectId }, now, newest),
      scans: await recentScans(reader, deploymentId, filter, shownScans),
    }
  })
}

/** Counts pull requests by their newest verdict since a time: the totals of the scans with the filter `gate`. */
async function countVerdicts(
  reader: Reader,
  deploymentId: number,
  filter: { repos?: string[]; project_tags?: string[] },
  since: string,
): Promise<OverviewAnswer['gate']> {
  const counts = { pass: 0, fail: 0, none: 0, excepted: 0 }
  for (const verdict of gateFilters) {
    const gate = { verdict, since }
    const { total } = await scansOf(reader, deploymentId, { ...filter, gate })
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    counts[verdict] = Number(total)
  }
  return counts
}
