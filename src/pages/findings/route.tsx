import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { findingsOptions } from '#api/findings.ts'
import { clientContext } from '#api/loader-context.ts'
import { FindingsList } from './findings-list.tsx'
import { type ListType, readListState, requestOf } from './list-state.ts'

function typeOf(pathname: string): ListType {
  return /\/findings\/supply-chain\/?$/.test(pathname) ? 'sca' : 'sast'
}

/** The list of code findings or of supply-chain findings, by its path. */
export default function FindingsRoute() {
  const { deployment = '' } = useParams()
  const { pathname } = useLocation()
  const type = typeOf(pathname)
  return <FindingsList key={`${deployment} ${type}`} deployment={deployment} type={type} />
}

/** Asks for the rows while the page is on its way. What is there already is not asked for again. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const { state } = readListState(typeOf(pathname), searchParams)
  const options = findingsOptions(params['deployment'] ?? '', requestOf(state))
  // The page shows what went wrong.
  context
    .get(clientContext)
    .ensureQueryData(options)
    .catch(() => undefined)
  return null
}
