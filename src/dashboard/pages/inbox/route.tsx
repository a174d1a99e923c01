import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { inboxOptions } from '#api/inbox.ts'
import { listInbox } from '#contract/operations/inbox.ts'
import { readSearchParams } from '#features/list/search-params/use-search-state.ts'
import { InboxList } from './inbox-list.tsx'

const read = (search: string) => readSearchParams(listInbox.query, new URLSearchParams(search))

/** The page of what waits for the person. */
export default function InboxRoute() {
  const { deployment = '' } = useParams()
  const { search } = useLocation()
  const { values, dropped } = read(search)
  return (
    <InboxList key={`${deployment} ${search}`} deployment={deployment} query={values} dropped={dropped} />
  )
}

/** Prefetches the items while the page's code loads. */
export function loader({ request, params, context }: LoaderFunctionArgs) {
  const { values } = read(new URL(request.url).search)
  void context.get(clientContext).prefetchQuery(inboxOptions(params['deployment'] ?? '', values))
  return null
}
