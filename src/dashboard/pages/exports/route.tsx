import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { sbomExportsOptions } from '#api/dependencies/sbom.ts'
import { may, meOptions, scopesIn } from '#api/me.ts'
import { readSearchParams } from '#features/list/search-params/use-search-state.ts'
import { ExportsList } from './exports-list.tsx'
import { exportsShape, filterOf } from './search-params.ts'

/** The page of SBOM exports of a deployment. */
export default function ExportsRoute() {
  const { deployment = '' } = useParams()
  return <ExportsList key={deployment} deployment={deployment} />
}

/** Prefetches the rows while the page loads, if the person is known to have access. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const client = context.get(clientContext)
  const me = client.getQueryData(meOptions().queryKey)
  const { values } = readSearchParams(exportsShape, new URL(request.url).searchParams)
  if (me && may(scopesIn(me, params['deployment'] ?? ''), 'sbom:export')) {
    void client.prefetchInfiniteQuery(sbomExportsOptions(params['deployment'] ?? '', filterOf(values)))
  }
  return null
}
