import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/loader-context.ts'
import { policiesOptions } from '#api/policies.ts'
import { ErrorPanel } from '#parts/error-panel.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SkeletonLines } from '#ui/skeleton-lines.tsx'
import { PolicyCard } from './policy-card.tsx'

/** Asks for the policies while the page's code is on its way. */
export function loader({ params, context }: LoaderFunctionArgs) {
  void context.get(clientContext).prefetchQuery(policiesOptions(params['deployment'] ?? ''))
  return null
}

/** The policies: how many rules stand in each mode, and where they acted. */
export default function PoliciesPage() {
  const { deployment = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(policiesOptions(deployment))
  return (
    <div className="max-w-240 px-4 pt-3 pb-8">
      <h1 className="text-xl font-semibold">Policies</h1>
      <p className="mt-1 mb-4 text-base text-2">
        A policy says what happens when a rule of its product finds something: nothing (Monitor), a comment on
        the pull request, or a pull request that is blocked. Modes do not change what scans report.
      </p>
      {error && (
        <ErrorPanel
          error={error}
          title={data ? 'These policies are from before' : 'The policies could not be loaded'}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data ? (
        data.policies.length === 0 ? (
          <EmptyState icon="shield" title="No policies yet">
            <p>Each product gets its policy with the deployment, and its rules with the first scan.</p>
          </EmptyState>
        ) : (
          <ul className="grid gap-3" aria-label="Policies">
            {data.policies.map((policy) => (
              <PolicyCard key={policy.id} deployment={deployment} policy={policy} />
            ))}
          </ul>
        )
      ) : (
        !error && <SkeletonLines count={3} />
      )}
    </div>
  )
}
