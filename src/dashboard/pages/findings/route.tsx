import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { findingsOptions } from '#api/findings/findings.ts'
import { loadCustomColumns } from './columns/initial-columns.ts'
import { CodeList } from './list/code-list.tsx'
import { type ListType, readListState, requestOf } from './list/list-state.ts'

type Module = typeof import('./list/supply-chain-list.tsx')
type SecretsModule = typeof import('./secrets/secrets-list.tsx')

/**
 * Loaded by the route loader before the page renders: React would delay a suspended boundary by a third of a second.
 */
let SupplyChainList: Module['SupplyChainList'] | undefined
let SecretsList: SecretsModule['SecretsList'] | undefined

function typeOf(pathname: string): ListType {
  if (/\/findings\/secrets\/?$/.test(pathname)) return 'secrets'
  return /\/findings\/supply-chain\/?$/.test(pathname) ? 'sca' : 'sast'
}

/** The list of code findings, supply-chain findings or secrets, by its path. */
export default function FindingsRoute() {
  const { deployment = '' } = useParams()
  const { pathname } = useLocation()
  const type = typeOf(pathname)
  if (type === 'sast') return <CodeList key={deployment} deployment={deployment} />
  if (type === 'secrets') return SecretsList ? <SecretsList key={deployment} deployment={deployment} /> : null
  return SupplyChainList ? <SupplyChainList key={deployment} deployment={deployment} /> : null
}

/** Prefetches the rows while the page loads. Cached rows are not requested again. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const type = typeOf(pathname)
  const { state } = readListState(type, searchParams)
  const deployment = params['deployment'] ?? ''
  const client = context.get(clientContext)
  if (state.group) {
    const { loadGroups } = await import('./groups/load-groups.ts')
    loadGroups(client, deployment, state, state.group)
  } else {
    // The page shows the error.
    client.ensureQueryData(findingsOptions(deployment, requestOf(state))).catch(() => undefined)
  }
  const own = loadCustomColumns(state)
  // Its columns load in parallel with the rows.
  if (type === 'sca') SupplyChainList = (await import('./list/supply-chain-list.tsx')).SupplyChainList
  if (type === 'secrets') SecretsList = (await import('./secrets/secrets-list.tsx')).SecretsList
  await own
  return null
}
