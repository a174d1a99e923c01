import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import {
  exportCountOptions,
  newestExportsOptions,
  type SbomExportFilter,
  sbomExportsOptions,
  sbomSubjectOptions,
} from '#api/dependencies/sbom.ts'
import { stateOf } from '#features/sbom/exports/export-state.tsx'
import { useStarted } from '#features/sbom/exports/started-exports.ts'
import { useAfterPaint } from '#table/use-after-paint.ts'
import type { ExportRow } from './columns.tsx'
import { labels } from './labels.ts'

/**
 * Loads the exports of a filter as rows that keep their position but show their current state. Newer exports are only
 * counted, except those that this browser requested, which appear at once.
 */
export function useExports(deployment: string, filter: SbomExportFilter, allowed: boolean) {
  const list = useInfiniteQuery({ ...sbomExportsOptions(deployment, filter), enabled: allowed })
  const isPainted = useAfterPaint(list.data !== undefined)
  const { data, dataUpdatedAt, refetch } = list
  const first = data?.pages[0]
  // Both use the list's response as initial data, if it has loaded.
  const later = { enabled: isPainted && allowed, initialDataUpdatedAt: dataUpdatedAt }
  // In any state, since a running export may have ended.
  const newest = useQuery({
    ...newestExportsOptions(deployment, { mine: filter.mine, repositoryId: filter.repositoryId }),
    ...later,
    initialData: () => (filter.status === undefined ? first?.exports : undefined),
  })
  const count = useQuery({
    ...exportCountOptions(deployment, filter),
    ...later,
    initialData: () => first?.total ?? undefined,
  })

  const { data: known } = newest
  const rows = useMemo(() => {
    const now = new Date()
    const seen = new Set<string>()
    return data?.pages.flatMap(({ exports }) =>
      exports.flatMap((one): ExportRow[] => {
        if (seen.has(one.taskToken)) return []
        seen.add(one.taskToken)
        const made = known?.find(({ taskToken }) => taskToken === one.taskToken) ?? one
        return [{ made, state: stateOf(made, now), deployment, now }]
      }),
    )
  }, [data, known, deployment])

  const started = useStarted()
  const before = useRef(started)
  useEffect(() => {
    if (before.current !== started) void refetch()
    before.current = started
  }, [started, refetch])
  return {
    list,
    rows,
    total: data?.pages[0]?.total ?? undefined,
    counted: count.data ?? undefined,
  }
}

/** Returns the name of the filtered project, from a row if possible, otherwise from the service. */
export function useProjectName(
  deployment: string,
  repositoryId: string | undefined,
  rows: readonly ExportRow[] | undefined,
): string {
  const listed = rows?.find(({ made }) => made.repositoryId === repositoryId)?.made.name
  const subject = useQuery({
    ...sbomSubjectOptions(deployment, repositoryId === undefined ? {} : { repositoryId }),
    enabled: repositoryId !== undefined && rows?.length === 0,
    retry: false,
  })
  return listed ?? subject.data?.name ?? labels.projectId(repositoryId)
}
