import { useQueries, useQuery } from '@tanstack/react-query'
import { newestExportsOptions, sbomExportOptions } from '#api/dependencies/sbom.ts'
import { mayIn, meOptions } from '#api/me.ts'
import type { SbomExport } from '#contract/responses/sbom.ts'
import { useExtensions } from '../form/use-extensions.ts'
import { useStarted } from './started-exports.ts'

const few = 20

/** An export's state at a time, in milliseconds. */
export interface KnownExport {
  made: SbomExport
  at: number
}

/**
 * Returns the person's own newest exports. If the service has no list of them, those requested in this tab. Undefined
 * until they are loaded, and for people who may not export.
 */
export function useOwnExports(deployment: string): readonly KnownExport[] | undefined {
  const { data: me } = useQuery(meOptions())
  const allowed = mayIn(me, deployment, 'sbom:export')
  const extensions = useExtensions(allowed)
  const has = (operation: string) => allowed && extensions(operation) === true
  const listed = has('listSbomExports')
  const list = useQuery({ ...newestExportsOptions(deployment, { mine: true }, few), enabled: listed })
  const started = useStarted().filter((one) => one.deployment === deployment)
  const single = useQueries({
    queries:
      !listed && has('getSbomExport')
        ? started.map(({ taskToken }) => sbomExportOptions(deployment, taskToken))
        : [],
  })
  if (listed) return list.data?.map((made) => ({ made, at: list.dataUpdatedAt }))
  return single.flatMap(({ data, dataUpdatedAt }) => (data ? [{ made: data, at: dataUpdatedAt }] : []))
}
