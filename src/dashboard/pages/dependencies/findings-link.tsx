import { type FindingFilter, findingFilter } from '#contract/parameters/findings-query.ts'
import { none, writeQuery } from '#contract/parameters/query.ts'
import type { Dependency } from '#contract/responses/dependencies.ts'
import { Link } from '#features/link.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { paths } from '#lib/urls/paths.ts'
import { labels } from './labels.ts'

/** The package, or one version of it, whose findings are linked, in some or all projects. */
export interface FindingsSubject {
  name: string
  /** Undefined for every version, empty for no version. */
  version?: string | undefined
  projects?: Pick<FindingFilter, 'repos' | 'repository_ids'> | undefined
}

/** Returns the package, version and project of a dependency, to look up its findings. */
export const subjectOf = ({ name, version, repositoryName }: Dependency): FindingsSubject => ({
  name,
  version,
  projects: repositoryName ? { repos: [repositoryName] } : undefined,
})

/** Returns the URL of the open findings of a package. */
function findingsOf(deployment: string, { name, version, projects }: FindingsSubject): string {
  const filter = {
    status: ['open'],
    primary_ref: true,
    dependencies: [name],
    versions: version === undefined ? undefined : [version || none],
    ...projects,
  }
  return paths.findings(deployment, 'sca', writeQuery(findingFilter, filter))
}

const wordsOf = ({ name, version }: FindingsSubject) => (version ? `${name} ${version}` : name)

interface FindingsProps {
  deployment: string
  subject: FindingsSubject
  active: boolean
}

/** Links to the findings of a package in a project without a count. */
export function FindingsLink({ deployment, subject, active }: FindingsProps) {
  return (
    <Link
      to={findingsOf(deployment, subject)}
      tabIndex={active ? 0 : -1}
      aria-label={labels.findingsAbout(wordsOf(subject))}
      className="shrink-0 rounded-sm text-accent hover:underline"
    >
      {labels.findings}
    </Link>
  )
}

/** The number of open findings of a package, linked to their list. */
export function FindingsCount({ deployment, subject, count, active }: FindingsProps & { count: number }) {
  if (count === 0) return <span className="text-3">0</span>
  return (
    <Link
      to={findingsOf(deployment, subject)}
      tabIndex={active ? 0 : -1}
      aria-label={labels.countAbout(count, wordsOf(subject))}
      className="rounded-sm font-medium text-1 hover:underline"
    >
      {formatNumber(count)}
    </Link>
  )
}
