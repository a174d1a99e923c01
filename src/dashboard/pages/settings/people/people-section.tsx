import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { peopleOptions } from '#api/people.ts'
import type { ResponseBody } from '#contract/responses/all.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { Banner } from '#ui/status/banner.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { SkeletonLines } from '#ui/status/skeleton-lines.tsx'
import { administratorsOnly, type SectionProps } from '../section-props.ts'
import { peopleLabels } from './labels.ts'
import { PeopleList } from './people-list.tsx'
import type { PersonDialogRequest } from './person-dialogs.tsx'

type People = ResponseBody<'listPeople'>

const PersonDialogs = lazyDialog(() => import('./person-dialogs.tsx').then((module) => module.PersonDialogs))

/** The people of the deployment, who can be invited, edited and disabled. */
export function PeopleSection({ deployment: { slug }, administrator }: SectionProps) {
  const query = useQuery({ ...peopleOptions(slug), enabled: administrator })
  const [request, setRequest] = useState<PersonDialogRequest>()
  const invite = useRef<HTMLButtonElement>(null)
  const { data } = query
  return (
    <section aria-labelledby="people" className="flex min-h-0 flex-1 flex-col pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="people" className="flex items-baseline gap-2 text-lg font-semibold">
            {peopleLabels.title}{' '}
            {data && <span className="text-sm font-normal text-2">{formatNumber(data.people.length)}</span>}
          </h2>
          <p className="pt-1 text-base text-2">{peopleLabels.words}</p>
        </div>
        <Button
          ref={invite}
          variant="primary"
          icon="plus"
          onClick={() => setRequest({ kind: 'invite' })}
          disabledReason={administrator ? undefined : administratorsOnly}
        >
          {peopleLabels.invite}
        </Button>
      </div>
      {administrator ? (
        <PeopleContent deployment={slug} query={query} onRequest={setRequest} />
      ) : (
        <EmptyState icon="lock" title={peopleLabels.forbidden}>
          {peopleLabels.forbiddenDetail}
        </EmptyState>
      )}
      {request && (
        <Suspense>
          <PersonDialogs
            deployment={slug}
            request={request}
            singleSignOn={data?.singleSignOn ?? true}
            after={invite}
            onClose={() => setRequest(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface PeopleContentProps {
  deployment: string
  query: UseQueryResult<People>
  onRequest: (request: PersonDialogRequest) => void
}

function PeopleContent({ deployment, query, onRequest }: PeopleContentProps) {
  const { data, error, refetch, isFetching } = query
  if (!data) {
    return error ? (
      <ErrorPanel
        error={error}
        title={peopleLabels.failed}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <div className="px-4">
        <SkeletonLines count={3} />
      </div>
    )
  }
  return (
    <>
      {!data.singleSignOn && <Banner className="mx-4 mb-3 rounded">{peopleLabels.noProvider}</Banner>}
      {data.people.length === 0 ? (
        <EmptyState icon="person" title={peopleLabels.none}>
          {data.singleSignOn ? peopleLabels.noneDetail : peopleLabels.noneDetailWithoutProvider}
        </EmptyState>
      ) : (
        <PeopleList
          deployment={deployment}
          people={data.people}
          singleSignOn={data.singleSignOn}
          onRequest={onRequest}
        />
      )}
    </>
  )
}
