import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { explain } from '#api/http/errors.ts'
import { policyFacetsOptions, policyHistoryOptions, policyRulesOptions } from '#api/policies.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { ErrorPanel } from '#features/error-panel.tsx'
import { Link } from '#features/link.tsx'
import { readSearchParams, useSearchState } from '#features/list/search-params/use-search-state.ts'
import { useRegisterActions } from '#features/page-actions.ts'
import { useNamedPage } from '#features/page-name.ts'
import { policyLabels } from '#features/policies/labels.ts'
import { policyTitle, productBadge } from '#features/policies/names.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/lazy.tsx'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import { Tag } from '#ui/tag.tsx'
import { changeLabels } from '../change/labels.ts'
import { usePolicyActions } from '../change/use-policy-actions.tsx'
import { History } from '../history/history.tsx'
import { labels } from '../labels.ts'
import { findingsType } from '../mode/modes.ts'
import { useModes } from '../mode/use-modes.tsx'
import { MissingPolicy } from './missing-policy.tsx'
import { PolicyScope } from './policy-scope.tsx'
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

interface OfferedActions {
  disabledReason: string | undefined
  entries: readonly MenuEntry[]
  onSetMode: () => void
}

/** Registers the command palette actions of a policy page. */
function useOfferActions(name: string, { disabledReason, entries, onSetMode }: OfferedActions): void {
  useRegisterActions({
    of: name,
    entries: [
      ...entries,
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

/** A policy: what it applies to, its rules, and its history. */
export default function PolicyPage() {
  const { deployment = '', id = '' } = useParams()
  const address = useSearchState(policyShape, { labels: filterLabels })
  const { tab, ...query } = address.values
  const history = tab === 'history'
  const { isGone, leave } = useLeaving(deployment, id)
  const { data, error, isFetching, refetch } = useQuery({
    ...policyFacetsOptions(deployment, id, history ? {} : query),
    enabled: !isGone,
  })
  const policy = data?.policy
  const modes = useModes(deployment)
  const actions = usePolicyActions(deployment, modes, leave)
  const [typing, setTyping] = useState(false)
  const { disabledReason, mayChange } = modes
  const type = findingsType(policy?.productType)
  const name = policy ? policyTitle(policy) : policyLabels.policyName(id)
  useNamedPage(policy && name)
  const entries = policy && mayChange ? actions.entriesOf(policy) : []
  useOfferActions(name, { disabledReason, entries, onSetMode: () => setTyping(true) })
  const tags = policy && policyTags(policy)
  const tools = mayChange && <SetByIdButton onClick={() => setTyping(true)} />
  if (isGone) return <h1 className="px-4 pt-3 text-xl font-semibold wrap-anywhere">{name}</h1>
  if (error && explain(error).kind === 'missing')
    return <MissingPolicy {...{ deployment, type, modes }} policyId={id} />
  return (
    <div className="flex h-full flex-col">
      <PolicyHead
        {...{ deployment, id, policy, history, entries }}
        open={mayChange ? actions.open : undefined}
      />
      {error && !data ? (
        <FailedPolicy name={name} error={error} onRetry={() => void refetch()} retrying={isFetching} />
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
            isDefault={policy?.isDefault !== false}
          />
        </div>
      )}
      {typing && (
        <Suspense>
          <PathDialog {...{ deployment, type, modes }} policyId={id} onClose={() => setTyping(false)} />
        </Suspense>
      )}
      {actions.dialog}
      {modes.dialog}
    </div>
  )
}

function SetByIdButton({ onClick }: { onClick: () => void }) {
  return (
    <Button aria-haspopup="dialog" onClick={onClick}>
      {labels.policy.byId.button}
    </Button>
  )
}

type FailedPolicyProps = Pick<ComponentProps<typeof ErrorPanel>, 'error' | 'onRetry' | 'retrying'> & {
  name: string
}

function FailedPolicy({ name, ...failure }: FailedPolicyProps) {
  return (
    <div className="px-4 pt-3">
      <h1 className="text-xl font-semibold">{name}</h1>
      <ErrorPanel {...failure} title={labels.policy.failed} />
    </div>
  )
}

/** Leaves the page of a policy that is deleted, before its queries are requested again. */
function useLeaving(deployment: string, id: string) {
  const navigate = useNavigate()
  const [gone, setGone] = useState<string>()
  const leave = () => {
    flushSync(() => setGone(id))
    void navigate(paths.policies(deployment), { replace: true })
  }
  return { isGone: gone === id, leave }
}

interface PolicyHeadProps {
  deployment: string
  id: string
  /** Undefined until it is loaded. */
  policy: Policy | undefined
  history: boolean
  /** What the person may do with the policy. */
  entries: readonly MenuEntry[]
  /** Opens a dialog; undefined for who may only read. */
  open: ReturnType<typeof usePolicyActions>['open'] | undefined
}

/** The tabs of a policy, its actions, and what it applies to. */
function PolicyHead({ deployment, id, policy, history, entries, open }: PolicyHeadProps) {
  const change = policy && !policy.isDefault ? open : undefined
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 max-sm:px-3">
        <PolicyTabs {...{ deployment, id, history }} />
        {policy && change && (
          <Button size="small" icon="plus" onClick={() => change('rules', policy)}>
            {changeLabels.addRules}
          </Button>
        )}
        {entries.length > 0 && (
          <MenuButton label={changeLabels.actions} size="small" align="end" entries={entries} />
        )}
      </div>
      {policy && (
        <PolicyScope {...{ deployment, policy }} onChoose={change && (() => change('edit', policy))} />
      )}
    </>
  )
}

/** Returns the tags of a policy: its product, and whether it is the default; nothing if neither applies. */
function policyTags(policy: Policy): ReactNode {
  const badge = productBadge(policy)
  return (
    (badge || policy.isDefault) && (
      <>
        {badge && <Tag>{badge}</Tag>}
        {policy.isDefault && <Tag tone="accent">{policyLabels.default}</Tag>}
      </>
    )
  )
}

function PolicyTabs({ deployment, id, history }: { deployment: string; id: string; history: boolean }) {
  return (
    <nav aria-label={labels.policy.tabs.label} className="flex flex-1 gap-5">
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
