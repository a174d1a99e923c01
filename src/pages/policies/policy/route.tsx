import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { policyFacetsOptions, policyHistoryOptions, policyRulesOptions } from '#api/policies.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Link } from '#features/link.tsx'
import { readSearchParams, useSearchState } from '#features/list/search-params/use-search-state.ts'
import { useRegisterActions } from '#features/page-actions.ts'
import { useNamedPage } from '#features/page-name.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { Tag } from '#ui/tag.tsx'
import { History } from '../history/history.tsx'
import { labels } from '../labels.ts'
import { findingsType, policyTitle, productBadge } from '../mode/modes.ts'
import { useModes } from '../mode/use-modes.tsx'
import { RulesList } from './rules-list.tsx'
import { filterLabels, policyShape } from './search-params.ts'

const PathDialog = lazyDialog(() => import('./path-dialog.tsx').then((module) => module.PathDialog))

/** Prefetches the policy while the page's code loads. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  const { deployment = '', id = '' } = params
  const client = context.get(clientContext)
  const { values } = readSearchParams(policyShape, new URL(request.url).searchParams)
  const { tab, ...query } = values
  if (tab === 'history') {
    void client.prefetchQuery(policyFacetsOptions(deployment, id))
    void client.prefetchInfiniteQuery(policyHistoryOptions(deployment, id))
  } else {
    void client.prefetchInfiniteQuery(policyRulesOptions(deployment, id, query))
    void client.prefetchQuery(policyFacetsOptions(deployment, id, query))
  }
  return null
}

/** Registers the command palette actions of a policy page. */
function usePolicyActions(name: string, disabledReason: string | undefined, onSetMode: () => void): void {
  useRegisterActions({
    of: name,
    entries: [
      {
        kind: 'action',
        label: labels.policy.byId.title,
        icon: 'shield',
        disabledReason,
        onSelect: onSetMode,
      },
    ],
  })
}

/** A policy: its rules, and the history of their modes. */
export default function PolicyPage() {
  const { deployment = '', id = '' } = useParams()
  const address = useSearchState(policyShape, { labels: filterLabels })
  const { tab, ...query } = address.values
  const history = tab === 'history'
  const { data, error, isFetching, refetch } = useQuery(
    policyFacetsOptions(deployment, id, history ? {} : query),
  )
  const modes = useModes(deployment)
  const [typing, setTyping] = useState(false)
  const { disabledReason } = modes
  const type = findingsType(data?.policy.productType)
  const name = data ? policyTitle(data.policy) : labels.policyName(id)
  useNamedPage(data && name)
  usePolicyActions(name, disabledReason, () => setTyping(true))
  const tags = data && policyTags(data.policy)
  const tools = (
    <Button aria-haspopup="dialog" disabledReason={disabledReason} onClick={() => setTyping(true)}>
      {labels.policy.byId.button}
    </Button>
  )
  return (
    <div className="flex h-full flex-col">
      <PolicyTabs deployment={deployment} id={id} history={history} />
      {error && !data ? (
        <div className="px-4 pt-3">
          <h1 className="text-xl font-semibold">{name}</h1>
          <ErrorPanel
            error={error}
            title={labels.policy.failed}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </div>
      ) : history ? (
        <div className="px-4 pt-3 pb-8">
          <HistoryHeader name={name} tags={tags} tools={tools} />
          <History {...{ deployment, type, modes }} policyId={id} />
        </div>
      ) : (
        <div className="min-h-0 flex-1">
          <RulesList
            key={id}
            {...{ deployment, type, modes, address, tags, tools }}
            policyId={id}
            title={name}
          />
        </div>
      )}
      {typing && (
        <Suspense>
          <PathDialog {...{ deployment, type, modes }} policyId={id} onClose={() => setTyping(false)} />
        </Suspense>
      )}
      {modes.dialog}
    </div>
  )
}

/** Returns the tags of a policy: its product, and whether it is the default; nothing if neither applies. */
function policyTags(policy: Policy): ReactNode {
  const badge = productBadge(policy)
  return (
    (badge || policy.isDefault) && (
      <>
        {badge && <Tag>{badge}</Tag>}
        {policy.isDefault && <Tag tone="accent">{labels.default.label}</Tag>}
      </>
    )
  )
}

function PolicyTabs({ deployment, id, history }: { deployment: string; id: string; history: boolean }) {
  return (
    <nav aria-label={labels.policy.tabs.label} className="flex shrink-0 gap-5 border-b border-line px-4">
      <Tab to={settingsPaths.policy(deployment, id)} current={!history}>
        {labels.policy.tabs.rules}
      </Tab>
      <Tab to={settingsPaths.policy(deployment, id, { tab: 'history' })} current={history}>
        {labels.policy.tabs.history}
      </Tab>
    </nav>
  )
}

/** The name of a policy above its history: the list of rules has its own header. */
function HistoryHeader({ name, tags, tools }: { name: string; tags: ReactNode; tools: ReactNode }) {
  return (
    <div className="flex min-h-8 max-w-240 flex-wrap items-center gap-3">
      <h1 className="text-xl font-semibold wrap-anywhere">{name}</h1>
      {tags}
      <span className="flex-1" />
      {tools}
    </div>
  )
}

function Tab({ to, current, children }: { to: string; current: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      aria-current={current ? 'page' : undefined}
      className="border-b-2 border-transparent py-2 text-2 no-underline hover:text-1 aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-1"
    >
      {children}
    </Link>
  )
}
