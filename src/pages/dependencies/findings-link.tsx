import { findingFilter } from '#contract/findings-query.ts'
import { writeQuery } from '#contract/query.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { Link } from '#parts/link.tsx'

/** The list of the open findings about a package, of one project or of all. */
export function findingsOf(deployment: string, name: string, project?: string | null): string {
  const filter = {
    status: ['open'],
    primary_ref: true,
    dependencies: [name],
    repos: project ? [project] : undefined,
  }
  return paths.findings(deployment, 'sca', writeQuery(findingFilter, filter))
}

interface FindingsLinkProps {
  deployment: string
  name: string
  project: string | null | undefined
  active: boolean
}

/** Leads to the findings about a package in a project, where nobody has counted them. */
export function FindingsLink({ deployment, name, project, active }: FindingsLinkProps) {
  return (
    <Link
      to={findingsOf(deployment, name, project)}
      tabIndex={active ? 0 : -1}
      aria-label={`Open findings about ${name}`}
      className="shrink-0 rounded-sm text-accent hover:underline"
    >
      Findings
    </Link>
  )
}

interface FindingsCountProps {
  deployment: string
  name: string
  /** The findings of this version alone were counted; their list has those of the others, too. */
  version?: string | undefined
  count: number
  active: boolean
}

/** How many findings about a package are open, leading to them. */
export function FindingsCount({ deployment, name, version, count, active }: FindingsCountProps) {
  if (count === 0) return <span className="text-3">0</span>
  return (
    <Link
      to={findingsOf(deployment, name)}
      tabIndex={active ? 0 : -1}
      aria-label={`${plural(count, 'open finding')} about ${name}${version ? ` ${version}` : ''}`}
      data-hint={version === undefined ? undefined : `Opens the findings about every version of ${name}`}
      className="rounded-sm font-medium text-1 hover:underline"
    >
      {formatNumber(count)}
    </Link>
  )
}
