import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { clientContext } from '#api/cache/loader-context.ts'
import { explain } from '#api/http/errors.ts'
import { policiesOptions } from '#api/policies.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { ListFailure } from '#features/list/list-failure.tsx'
import { useTableKeys } from '#features/list/table/use-table-keys.ts'
import { policyTitle } from '#features/policies/names.ts'
import { formatNumber } from '#lib/text/format.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { DataTable } from '#table/data-table.tsx'
import type { DataTableHandle } from '#table/data-table-props.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { changeLabels } from './change/labels.ts'
import { usePolicyActions } from './change/use-policy-actions.tsx'
import { labels } from './labels.ts'
import { useModes } from './mode/use-modes.tsx'
import { type PolicyRow, policyColumns } from './policies-columns.tsx'
import { PolicyCard } from './policy-card.tsx'

/** Prefetches the policies while the page's code loads. */
export function loader({ params, context }: LoaderFunctionArgs) {
  void context.get(clientContext).prefetchQuery(policiesOptions(params['deployment'] ?? ''))
  return null
}

const readOnlyColumns = policyColumns.filter(({ id }) => id !== 'actions')
const idOf = ({ policy }: PolicyRow) => policy.id

/** The policies, with the number of rules in each mode and the number of projects in which they had an effect. */
export default function PoliciesPage() {
  const { deployment = '' } = useParams()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(policiesOptions(deployment))
  const table = useRef<DataTableHandle>(null)
  const modes = useModes(deployment)
  const actions = usePolicyActions(deployment, modes)
  const { mayChange } = modes
  const rows = data?.policies.map(
    (policy): PolicyRow => ({ policy, deployment, entries: mayChange ? actions.entriesOf(policy) : [] }),
  )
  useTableKeys({ table, more: { undoRow: () => void modes.undo() } })
  const problem = error && !isFetching ? explain(error) : undefined
  return (
    <section aria-label={labels.title} className="flex h-full min-h-90 flex-col">
      <PoliciesHead policies={data?.policies} actions={mayChange ? actions : undefined} />
      <DataTable
        ref={table}
        label={labels.title}
        columns={mayChange ? policyColumns : readOnlyColumns}
        rows={rows}
        rowId={idOf}
        start={0}
        total={rows?.length}
        sort={undefined}
        onSort={() => undefined}
        openId={undefined}
        isDimmed={() => false}
        selection={null}
        onOpen={(id) => void navigate(settingsPaths.policy(deployment, id))}
        detail={undefined}
        card={(row) => <PolicyCard row={row} />}
        restore={undefined}
        skeletonRows={5}
        refreshing={isFetching && rows !== undefined}
        empty={
          <EmptyState icon="shield" title={labels.empty.title}>
            <p>{labels.empty.text}</p>
          </EmptyState>
        }
        error={
          problem && (
            <ListFailure
              what="policies"
              problem={problem}
              onRetry={() => void refetch()}
              retrying={isFetching}
              rowsAreHere={rows !== undefined}
            />
          )
        }
      />
      {actions.dialog}
      {modes.dialog}
    </section>
  )
}

interface PoliciesHeadProps {
  /** Undefined until they are loaded. */
  policies: readonly Policy[] | undefined
  /** Undefined for who may only read. */
  actions: Pick<ReturnType<typeof usePolicyActions>, 'create' | 'open'> | undefined
}

function PoliciesHead({ policies, actions }: PoliciesHeadProps) {
  return (
    <div className="shrink-0 px-4 pt-3 pb-3 max-sm:px-3">
      <div className="flex min-h-8 items-center gap-3">
        <span className="flex flex-1 items-baseline gap-2">
          <h1 className="text-xl font-semibold">{labels.title}</h1>
          <span className="text-base text-3">{policies && formatNumber(policies.length)}</span>
        </span>
        {actions && (
          <Button icon="plus" onClick={actions.create}>
            {changeLabels.create}
          </Button>
        )}
      </div>
      <p className="max-w-240 pt-1 text-base text-2">{labels.about}</p>
      <UnchosenNotice
        policies={policies ?? []}
        onChoose={actions && ((policy) => actions.open('edit', policy))}
      />
    </div>
  )
}

interface UnchosenNoticeProps {
  policies: readonly Policy[]
  /** Opens the dialog that chooses projects; undefined for who may not. */
  onChoose: ((policy: Policy) => void) | undefined
}

/** Asks to narrow policies that apply to all projects only because nobody chose. */
function UnchosenNotice({ policies, onChoose }: UnchosenNoticeProps) {
  const unchosen = policies.filter(({ isDefault, appliesTo }) => !isDefault && appliesTo?.chosen === false)
  if (unchosen.length === 0) return null
  return (
    <div role="note" className="mt-2 max-w-240 rounded border border-line bg-surface-2 px-3 py-2 text-base">
      <p>{labels.scope.narrow(unchosen.length)}</p>
      <ul className="mt-1.5 flex flex-wrap gap-2">
        {unchosen.map((policy) => (
          <li key={policy.id} className="max-w-full">
            {onChoose ? (
              <Button size="small" onClick={() => onChoose(policy)} className="max-w-full">
                <span className="truncate">{changeLabels.choose(policyTitle(policy))}</span>
              </Button>
            ) : (
              <bdi className="wrap-anywhere text-2">{policyTitle(policy)}</bdi>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
