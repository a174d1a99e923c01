import { useInfiniteQuery } from '@tanstack/react-query'
import { lockfilesOptions } from '#api/dependencies/lockfiles.ts'
import { Link } from '#features/link.tsx'
import { Panel, QueryContent } from '#features/panel.tsx'
import { paths } from '#lib/urls/paths.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { MiddleTruncate } from '#ui/text/middle-truncate.tsx'
import { labels } from '../labels.ts'

interface LockfilesSectionProps {
  deployment: string
  repositoryId: number
}

/** Returns the URL of a project's dependencies, or of those of one lockfile, expanded. */
function dependenciesOf(deployment: string, repositoryId: number, lockfile?: string): string {
  const id = String(repositoryId)
  const search = new URLSearchParams({ repositoryId: id })
  if (lockfile !== undefined) search.append('lockfilePath[]', lockfile)
  search.append('by', 'project')
  search.append('open[]', id)
  if (lockfile !== undefined) search.append('open[]', `${id}/${lockfile}`)
  return paths.dependencies(deployment, search)
}

/** The lockfiles found by the newest full scan of the primary branch, each with its number of dependencies. */
export function LockfilesSection({ deployment, repositoryId }: LockfilesSectionProps) {
  const query = useInfiniteQuery(lockfilesOptions(deployment, repositoryId))
  return (
    <Panel
      title={labels.lockfiles.title}
      end={
        <Link
          to={dependenciesOf(deployment, repositoryId)}
          className="rounded-sm text-accent underline-offset-2 hover:underline"
        >
          {labels.lockfiles.all}
        </Link>
      }
    >
      <QueryContent query={query} failed={labels.lockfiles.failed} skeletonLines={3}>
        {({ pages }) => {
          const files = pages.flatMap(({ lockfileSummaries }) => lockfileSummaries)
          if (files.length === 0) {
            return <p className="text-3">{labels.lockfiles.none}</p>
          }
          return (
            <>
              <p className="pb-1 text-3">{labels.lockfiles.hint}</p>
              <ul className="divide-y divide-line">
                {files.map(({ lockfilePath, numDependencies }) => (
                  <li key={lockfilePath} className="flex min-h-9 min-w-0 items-center gap-1">
                    <MiddleTruncate path={lockfilePath} className="shrink" />
                    <CopyButton text={lockfilePath} what={labels.lockfiles.copyPath(lockfilePath)} />
                    <Link
                      to={dependenciesOf(deployment, repositoryId, lockfilePath)}
                      aria-label={labels.lockfiles.dependenciesOf(numDependencies, lockfilePath)}
                      className="ml-auto shrink-0 rounded-sm pl-3 text-accent underline-offset-2 hover:underline"
                    >
                      {labels.lockfiles.dependencies(numDependencies)}
                    </Link>
                  </li>
                ))}
              </ul>
              {query.hasNextPage && (
                <Button
                  size="small"
                  onClick={() => void query.fetchNextPage()}
                  loading={query.isFetchingNextPage}
                  className="mt-2"
                >
                  {labels.lockfiles.more}
                </Button>
              )}
            </>
          )
        }}
      </QueryContent>
    </Panel>
  )
}
