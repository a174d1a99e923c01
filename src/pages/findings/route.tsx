import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { findingsOptions } from '#api/findings/findings.ts'
import { loadCustomColumns } from './columns/initial-columns.ts'
import { CodeList } from './list/code-list.tsx'
import { type ListType, readListState, requestOf } from './list/list-state.ts'

type Module = typeof import('./list/supply-chain-list.tsx')
type SecretsModule = typeof import('./secrets/secrets-list.tsx')

/** The loader has it before the page is rendered: a boundary that waits would be held back by React for a third of a second. */
let SupplyChainList: Module['SupplyChainList'] | undefined
let SecretsList: SecretsModule['SecretsList'] | undefined

function typeOf(pathname: string): ListType {
  if (/\/findings\/secrets\/?$/.test(pathname)) return 'secrets'
  return /\/findings\/supply-chain\/?$/.test(pathname) ? 'sca' : 'sast'
}

/** The list of code findings, of supply-chain findings or of secrets, by its path. */
export default function FindingsRoute() {
  const { deployment = '' } = useParams()
  const { pathname } = useLocation()
  const type = typeOf(pathname)
  if (type === 'sast') return <CodeList key={deployment} deployment={deployment} />
  if (type === 'secrets') return SecretsList ? <SecretsList key={deployment} deployment={deployment} /> : null
  return SupplyChainList ? <SupplyChainList key={deployment} deployment={deployment} /> : null
}

/** Asks for the rows while the page is on its way. What is there already is not requested again. */
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
    // The page shows what went wrong.
    client.ensureQueryData(findingsOptions(deployment, requestOf(state))).catch(() => undefined)
  }
  const own = loadCustomColumns(state)
  // Its columns come while the rows are on their way.
  if (type === 'sca') SupplyChainList = (await import('./list/supply-chain-list.tsx')).SupplyChainList
  if (type === 'secrets') SecretsList = (await import('./secrets/secrets-list.tsx')).SecretsList
  await own
  return null
}
