import { findingFilter } from '#contract/parameters/findings-query.ts'
import { writeQuery } from '#contract/parameters/query.ts'
import type { Policy } from '#contract/responses/policies.ts'
import { Link } from '#features/link.tsx'
import { policyLabels } from '#features/policies/labels.ts'
import { modeLabel, policyTitle, productBadge } from '#features/policies/names.ts'
import { formatNumber } from '#lib/text/format.ts'
import { parseInstant } from '#lib/time/instant.ts'
import { paths } from '#lib/urls/paths.ts'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { MenuButton } from '#ui/overlay/menu-button.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entries.ts'
import { Tag } from '#ui/tag.tsx'
import { changeLabels } from './change/labels.ts'
import { appliesToText } from './history/change-labels.ts'
import { labels } from './labels.ts'
import { ModeBar } from './mode/mode-bar.tsx'
import { ModeLabel } from './mode/mode-label.tsx'
import { findingsType, modeInfos } from './mode/modes.ts'

/** A policy row, with the data that its cells need. */
export interface PolicyRow {
  policy: Policy
  deployment: string
  /** What the person may do with it; empty for who may only read. */
  entries: readonly MenuEntry[]
}

const column = columnsOf<PolicyRow>()

/** The projects with recent findings of a policy, linked to these findings by project. */
function ProjectCount({ row: { policy, deployment } }: { row: PolicyRow }) {
  const { counts } = policy
  const since = parseInstant(counts?.projectsSince)
  if (!counts || !since) return <span className="text-3">–</span>
  const filter = { policy_ids: [policy.id], since: since.getTime() / 1000, rule_disabled: false }
  const list = writeQuery(findingFilter, filter)
  list.set('group', 'repos')
  return (
    <Link
      to={paths.findings(deployment, findingsType(policy.productType), list)}
      tabIndex={-1}
      data-hint={labels.projectsHint}
      className={numberLink}
    >
      {formatNumber(counts.projects30Days)}
      <span className="sr-only">{labels.projectUnit(counts.projects30Days)}</span>
    </Link>
  )
}
const numberLink = 'text-1 no-underline hover:underline'

/** Returns the number of rules of a policy; undefined if the service does not return it. */
export function rulesOf({ counts }: Policy): number | undefined {
  return counts ? Object.values(counts.rules).reduce((sum, count) => sum + count, 0) : undefined
}

/** The policy's name, linked, with its product and other tags. */
export function PolicyName({ row: { policy, deployment } }: { row: PolicyRow }) {
  const badge = productBadge(policy)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Link
        to={settingsPaths.policy(deployment, policy.id)}
        tabIndex={-1}
        className="min-w-0 truncate font-medium text-1 no-underline hover:underline"
      >
        <bdi>{policyTitle(policy)}</bdi>
      </Link>
      {badge && <Tag className="shrink-0">{badge}</Tag>}
      {policy.isDefault && (
        <span className="shrink-0" data-hint={labels.defaultHint}>
          <Tag tone="accent">{policyLabels.default}</Tag>
        </span>
      )}
    </span>
  )
}

/** The projects that a policy applies to. */
export function AppliesToText({ policy: { appliesTo } }: { policy: Policy }) {
  if (!appliesTo) return <span className="text-3">–</span>
  const text = appliesToText(appliesTo)
  return (
    <span className="block truncate text-2" data-hint={text}>
      {text}
    </span>
  )
}

/** The menu of what can be done with a policy. */
export function PolicyMenu({ row: { policy, entries } }: { row: PolicyRow }) {
  if (entries.length === 0) return null
  return (
    <MenuButton
      label={changeLabels.menu(policyTitle(policy))}
      size="small"
      variant="quiet"
      align="end"
      entries={entries}
    >
      {changeLabels.actions}
    </MenuButton>
  )
}

/** The number of rules in a mode, linked to them. */
export function ModeCount({ row: { policy, deployment }, mode }: { row: PolicyRow; mode: string }) {
  if (!policy.counts) return <span className="text-3">–</span>
  const count = policy.counts.rules[mode] ?? 0
  if (count === 0) return <span className="text-3">0</span>
  return (
    <Link to={settingsPaths.policy(deployment, policy.id, { mode })} tabIndex={-1} className={numberLink}>
      {formatNumber(count)}
      <span className="sr-only">{labels.ruleUnitIn(count, modeLabel(mode))}</span>
    </Link>
  )
}

/** The columns of the policies list. As the table narrows, columns are hidden from the right. */
export const policyColumns = column.columns([
  column.display({
    id: 'policy',
    header: labels.columns.policy,
    meta: { fits: true, grows: true, bar: 60 },
    cell: ({ row }) => <PolicyName row={row.original} />,
  }),
  column.display({
    id: 'appliesTo',
    header: labels.columns.appliesTo,
    meta: { fits: true, width: 220, show: 'hidden @min-[960px]:table-cell' },
    cell: ({ row: { original } }) => <AppliesToText policy={original.policy} />,
  }),
  column.display({
    id: 'rules',
    header: labels.columns.rules,
    meta: { fits: true, width: 76, align: 'end', show: 'hidden @min-[680px]:table-cell' },
    cell: ({ row: { original } }) => {
      const rules = rulesOf(original.policy)
      if (rules === undefined) return <span className="text-3">–</span>
      return (
        <Link
          to={settingsPaths.policy(original.deployment, original.policy.id)}
          tabIndex={-1}
          className={numberLink}
        >
          {formatNumber(rules)}
          <span className="sr-only">{labels.ruleUnit(rules)}</span>
        </Link>
      )
    },
  }),
  column.display({
    id: 'modes',
    header: () => <span className="sr-only">{labels.columns.distribution}</span>,
    meta: {
      fits: true,
      label: labels.columns.distribution,
      show: 'hidden w-[22%] pl-6! @min-[1240px]:table-cell',
    },
    cell: ({ row: { original } }) =>
      original.policy.counts && (
        <ModeBar
          deployment={original.deployment}
          policyId={original.policy.id}
          counts={original.policy.counts.rules}
        />
      ),
  }),
  ...modeInfos.map(({ mode }) =>
    column.display({
      id: mode,
      header: () => <ModeLabel mode={mode} />,
      meta: { fits: true, width: 92, align: 'end', show: '@max-[820px]:nth-last-2:pr-4' },
      cell: ({ row }) => <ModeCount row={row.original} mode={mode} />,
    }),
  ),
  column.display({
    id: 'projects',
    header: labels.columns.projects,
    meta: { fits: true, width: 140, align: 'end', show: 'hidden @min-[820px]:table-cell' },
    cell: ({ row }) => <ProjectCount row={row.original} />,
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">{changeLabels.actions}</span>,
    meta: { fits: true, label: changeLabels.actions, width: 108, align: 'end' },
    cell: ({ row }) => <PolicyMenu row={row.original} />,
  }),
])
