import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { approvalsOptions } from '#api/approvals.ts'
import { clientContext } from '#api/cache/loader-context.ts'
import { ApprovalsList } from './approvals-list.tsx'

const isDecided = (search: string) => new URLSearchParams(search).get('decided') === 'true'

/** The page of requests to ignore findings. */
export default function ApprovalsRoute() {
  const { deployment = '' } = useParams()
  const { search } = useLocation()
  const waiting = !isDecided(search)
  return <ApprovalsList key={`${deployment} ${waiting}`} deployment={deployment} waiting={waiting} />
}

/** Prefetches the requests while the page's code loads. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const waiting = !isDecided(new URL(request.url).search)
  void context.get(clientContext).prefetchInfiniteQuery(approvalsOptions(params['deployment'] ?? '', waiting))
  return null
}
