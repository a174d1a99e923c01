import { useInfiniteQuery } from '@tanstack/react-query'
import { verdictsOptions } from '#api/projects/verdicts.ts'
import { VerdictList } from '#features/gate/verdict-list.tsx'
import { QueryContent } from '#features/panel.tsx'
import { useMoment } from '#features/use-moment.ts'
import { uniqueBy } from '#lib/unique-by.ts'
import { labels } from './labels.ts'

interface EarlierVerdictsProps {
  deployment: string
  project: string
  commit: string
  /** The verdict of now, which is not listed again: null if it is not stored, undefined until it is known. */
  current: number | null | undefined
}

/** What was answered about the same commit before, if anything was. */
export function EarlierVerdicts({ deployment, project, commit, current }: EarlierVerdictsProps) {
  const query = useInfiniteQuery(verdictsOptions(deployment, project, commit))
  const now = useMoment(query.dataUpdatedAt)
  const verdicts = uniqueBy(query.data?.pages.flatMap((page) => page.verdicts) ?? [], ({ id }) => id)
  const earlier = verdicts.filter(({ id }) => id !== current)
  // Until one is known, there is no place to keep: most commits have one verdict.
  if (current === undefined || (earlier.length === 0 && !query.error)) return null
  const total = query.data?.pages.at(-1)?.total
  return (
    <div className="pt-4">
      <h3 className="pb-1 font-medium">{labels.earlier}</h3>
      <QueryContent query={query} failed={labels.earlierFailed} skeletonLines={1}>
        {() => (
          <VerdictList
            label={labels.earlier}
            isOfOneCommit
            {...{ deployment, now }}
            verdicts={earlier}
            total={total === undefined ? undefined : total - (verdicts.length - earlier.length)}
            onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
            isLoadingMore={query.isFetchingNextPage}
          />
        )}
      </QueryContent>
    </div>
  )
}
