import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { projectPageOptions } from '#api/projects/projects.ts'
import { readSearchParams } from '#features/list/search-params/use-search-state.ts'
import { ProjectsList } from './projects-list.tsx'
import { projectsShape, requestOf } from './search-params.ts'

/** The projects of a deployment. */
export default function ProjectsRoute() {
  const { deployment = '' } = useParams()
  return <ProjectsList key={deployment} deployment={deployment} />
}

/** Prefetches the rows while the page loads. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { values } = readSearchParams(projectsShape, new URL(request.url).searchParams)
  void context
    .get(clientContext)
    .prefetchQuery(projectPageOptions(params['deployment'] ?? '', requestOf(values)))
  return null
}
