import { bySlug, operation } from '../operation.ts'
import { searchName } from '../parameters/name.ts'
import { enumValue, flag, text } from '../parameters/query.ts'
import { triage } from './triage.ts'

/** The formats of VEX documents. */
export const vexFormats = ['openvex', 'cyclonedx', 'csaf'] as const

/** The formats of an export: VEX documents, and the files in which scanners read what to ignore. */
export const vexExportFormats = [...vexFormats, 'trivyignore', 'osv-scanner'] as const

export type VexExportFormat = (typeof vexExportFormats)[number]

export const exportVex = operation({
  id: 'exportVex',
  method: 'GET',
  path: `${bySlug}/vex`,
  scopes: ['findings:read'],
  query: {
    project: searchName(500),
    ref: searchName(500),
    format: enumValue(vexExportFormats),
    product: text(1000),
    undecided: flag,
  },
  produces: ['application/json', 'application/vnd.cyclonedx+json', 'application/yaml', 'application/toml'],
  streams: true,
})

export const importVex = operation({
  id: 'importVex',
  method: 'POST',
  path: `${bySlug}/vex`,
  scopes: ['findings:triage'],
  query: { project: searchName(500), product: text(1000), dry_run: flag },
  upload: true,
  stale: [...triage.stale, 'audit'],
})
