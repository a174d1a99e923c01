import { hashKey, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { dependencyLicensesOptions } from '#api/dependencies/dependencies.ts'
import { explain } from '#api/http/errors.ts'
import { none } from '#contract/parameters/query.ts'
import { Link } from '#features/link.tsx'
import { ListFailure } from '#features/list/list-failure.tsx'
import { InfiniteFooter } from '#features/list/table/infinite-footer.tsx'
import { useRestorePosition } from '#features/list/table/use-restore-position.ts'
import { DataTable } from '#table/data-table.tsx'
import type { DataTableProps } from '#table/data-table-props.ts'
import { announce } from '#ui/live-region.tsx'
import { EmptyDependencies } from '../empty-dependencies.tsx'
import { labels } from '../labels.ts'
import type { ViewProps } from '../view-props.ts'
import { LicenseCard, type LicenseRow, licenseColumns, underLicense } from './license-cells.tsx'

const idOf = ({ license }: LicenseRow) => `license ${license.value ?? ''}`
const never = () => false
const nothing = () => undefined

/** Loads the known licenses, one per row, and the number of dependencies without a known license. */
function useLicenses({ deployment, state, filter }: ViewProps) {
  const query = useQuery(dependencyLicensesOptions(deployment, filter))
  const all = query.data?.licenses
  const rows = useMemo(
    () =>
      all?.flatMap((license): LicenseRow[] => {
        const { value } = license
        if (value === null) return []
        const to = underLicense(deployment, state, value)
        return [{ license, to, toProjects: underLicense(deployment, state, value, 'project') }]
      }),
    [all, deployment, state],
  )
  return { query, rows, unknown: all?.find(({ value }) => value === null) }
}

/** The licenses of the dependencies, sorted by number of packages; unknown licenses are shown separately. */
export function LicensesView(props: ViewProps) {
  const { filter, table, entry, how } = props
  const licenses = useLicenses(props)
  const { query, rows } = licenses
  const position = useRestorePosition({
    table,
    entry,
    how,
    question: hashKey([filter]),
    ready: rows !== undefined && !query.isPlaceholderData,
  })
  const total = rows?.length
  useEffect(() => {
    if (total !== undefined) announce(labels.licenses.count(total))
  }, [total])
  return (
    <>
      <UnknownLicense {...props} license={licenses.unknown} />
      <LicensesTable {...props} licenses={licenses} position={position} />
      <InfiniteFooter
        rows={total}
        total={total}
        noun={labels.nouns.license}
        more={undefined}
        loading={query.isFetching}
      >
        <span className="min-w-0 truncate text-3 max-sm:hidden">{labels.licenses.several}</span>
      </InfiniteFooter>
    </>
  )
}

type Licenses = ReturnType<typeof useLicenses>

/** The number of dependencies without a known license, linked to them. */
function UnknownLicense({ deployment, state, license }: ViewProps & { license: Licenses['unknown'] }) {
  if (!license || license.packages === 0) return null
  return (
    <p className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-y border-line bg-surface-1 px-4 py-1.5 text-2 max-sm:px-3">
      <span className="font-medium text-1">{labels.licenses.unknown}</span>
      <Link
        to={underLicense(deployment, state, none)}
        className="rounded-sm text-accent underline-offset-2 hover:underline"
      >
        {labels.licenses.packages(license.packages)}
      </Link>
      <span>{labels.licenses.dependenciesIn(license.dependencies, license.projects)}</span>
    </p>
  )
}

interface LicensesTableProps extends ViewProps {
  licenses: Licenses
  position: DataTableProps<LicenseRow>['restore']
}

function LicensesTable({ deployment, state, change, table, licenses, position }: LicensesTableProps) {
  const navigate = useNavigate()
  const { query, rows, unknown } = licenses
  const problem = query.error && !query.isFetching ? explain(query.error) : undefined
  return (
    <DataTable
      ref={table}
      label={labels.tables.licenses}
      columns={licenseColumns}
      rows={rows}
      rowId={idOf}
      start={0}
      total={rows?.length}
      sort={undefined}
      onSort={nothing}
      openId={undefined}
      isDimmed={never}
      selection={null}
      onOpen={(id) => {
        const row = rows?.find((one) => idOf(one) === id)
        if (row) void navigate(row.to)
      }}
      detail={undefined}
      card={LicenseCard}
      restore={position}
      skeletonRows={20}
      refreshing={query.isFetching && rows !== undefined}
      empty={
        unknown ? (
          <p className="px-4 py-16 text-center text-2">{labels.licenses.none}</p>
        ) : (
          <EmptyDependencies {...{ deployment, state, change }} />
        )
      }
      error={
        problem && (
          <ListFailure
            what={labels.nouns.licenses}
            problem={problem}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            rowsAreHere={rows !== undefined}
          />
        )
      }
    />
  )
}
