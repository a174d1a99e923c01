import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { scansOptions } from '#api/scans/scans.ts'
import { readSearchParams } from '#features/list/search-params/use-search-state.ts'
import { ScansList } from './scans-list.tsx'
import { scansShape, searchOf } from './search-params.ts'

/** The scans of a deployment. */
export default function ScansRoute() {
  const { deployment = '' } = useParams()
  return <ScansList key={deployment} deployment={deployment} />
}

/** Prefetches the rows while the page loads. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { values } = readSearchParams(scansShape, new URL(request.url).searchParams)
  void context
    .get(clientContext)
    .prefetchInfiniteQuery(scansOptions(params['deployment'] ?? '', searchOf(values)))
  return null
}
