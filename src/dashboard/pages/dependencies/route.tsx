import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import {
  dependencyGroupsOptions,
  dependencyLicensesOptions,
  dependencyProjectsOptions,
} from '#api/dependencies/dependencies.ts'
import { readSearchParams } from '#features/list/search-params/use-search-state.ts'
import { DependenciesPage } from './dependencies-page.tsx'
import { dependenciesShape, filterOf, sortOf } from './search-params.ts'

/** The dependencies page of a deployment. */
export default function DependenciesRoute() {
  const { deployment = '' } = useParams()
  return <DependenciesPage key={deployment} deployment={deployment} />
}

/** Prefetches the rows while the page loads. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { values } = readSearchParams(dependenciesShape, new URL(request.url).searchParams)
  const deployment = params['deployment'] ?? ''
  const client = context.get(clientContext)
  const filter = filterOf(values)
  if (values.by === 'project') {
    void client.prefetchInfiniteQuery(dependencyProjectsOptions(deployment, filter))
  } else if (values.by === 'license') {
    void client.prefetchQuery(dependencyLicensesOptions(deployment, filter))
  } else void client.prefetchInfiniteQuery(dependencyGroupsOptions(deployment, filter, sortOf(values)))
  return null
}
