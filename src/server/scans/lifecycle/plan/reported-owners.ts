import { TimeSlice } from '#server/base/time-slice.ts'
import type { Reader } from '#server/db/database.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import type { ScanReport } from '#server/reports/report/report.ts'
import { PathMatching, type PathOwners } from '#server/triage/owners/match-paths.ts'
import { readCodeowners } from '#server/triage/owners/rules.ts'

/** The owners of the findings of a report by the `CODEOWNERS` file of its project. */
export interface ReportedOwners {
  projectId: number
  /** The file, as it was matched. */
  content: string
  inFile: PathOwners
}

/**
 * Matches the paths of a report with the `CODEOWNERS` file of its project, if it has one. Of a file that takes too much,
 * nothing is known.
 */
export async function ownersOfReport(
  reader: Reader,
  { deploymentId, project }: { deploymentId: number; project: string },
  { runs }: ScanReport,
): Promise<ReportedOwners | null> {
  const row = await reader
    .selectFrom('project')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', projectIdNamed(deploymentId, project))
    .executeTakeFirst()
  const content = row ? await readCodeowners(reader, deploymentId, row.id) : null
  if (!row || content === null) return null
  const paths = new Set<string>()
  const slice = new TimeSlice()
  for (const { findings } of runs)
    for (const { location } of findings) {
      if (location !== null) paths.add(location.filePath)
      if (slice.isOver) await slice.next()
    }
  const owners = await new PathMatching(content, new AbortController().signal).match([...paths])
  return { projectId: row.id, content, inFile: (path) => owners?.get(path) }
}
