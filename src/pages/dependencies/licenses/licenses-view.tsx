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
import { announce } from '#ui/live-region.tsx'
import { EmptyDependencies } from '../empty-dependencies.tsx'
import { labels } from '../labels.ts'
import type { ViewProps } from '../view-props.ts'
import { LicenseCard, type LicenseRow, licenseColumns, underLicense } from './license-cells.tsx'

const idOf = ({ license }: LicenseRow) => `license ${license.value ?? ''}`
const never = () => false
const nothing = () => undefined

/** Which licenses the dependencies stand under, most packages first; those whose license is not known apart. */
export function LicensesView({ deployment, state, filter, change, table, entry, how }: ViewProps) {
  const navigate = useNavigate()
  const list = useQuery(dependencyLicensesOptions(deployment, filter))
  const all = list.data?.licenses
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
  const unknown = all?.find(({ value }) => value === null)
  const question = hashKey([filter])
  const position = useRestorePosition({
    table,
    entry,
    how,
    question,
    ready: rows !== undefined && !list.isPlaceholderData,
  })
  const total = rows?.length
  useEffect(() => {
    if (total !== undefined) announce(labels.licenses.count(total))
  }, [total])
  const problem = list.error && !list.isFetching ? explain(list.error) : undefined
  return (
    <>
      {unknown && unknown.packages > 0 && (
        <p className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-y border-line bg-surface-1 px-4 py-1.5 text-2 max-sm:px-3">
          <span className="font-medium text-1">{labels.licenses.unknown}</span>
          <Link
            to={underLicense(deployment, state, none)}
            className="rounded-sm text-accent underline-offset-2 hover:underline"
          >
            {labels.licenses.packages(unknown.packages)}
          </Link>
          <span>{labels.licenses.dependenciesIn(unknown.dependencies, unknown.projects)}</span>
        </p>
      )}
      <DataTable
        ref={table}
        label={labels.tables.licenses}
        columns={licenseColumns}
        rows={rows}
        rowId={idOf}
        start={0}
        total={total}
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
        refreshing={list.isFetching && rows !== undefined}
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
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
              rowsAreHere={rows !== undefined}
            />
          )
        }
      />
      <InfiniteFooter
        rows={total}
        total={total}
        noun={labels.nouns.license}
        more={undefined}
        loading={list.isFetching}
      >
        <span className="min-w-0 truncate text-3 max-sm:hidden">{labels.licenses.several}</span>
      </InfiniteFooter>
    </>
  )
}
