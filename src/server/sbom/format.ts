import type { SbomDefaults, SbomRequest } from '#contract/sbom.ts'
import { badRequest, type Fault, impossible } from '#server/http/errors.ts'

// The library is loaded when the first export runs, not at every start; so its lists are told here in short.
const cycloneDxVersions = ['1.4', '1.5', '1.6', '1.7'] as const
const notIn14 = new Set(['platform', 'device-driver', 'machine-learning-model', 'data'])

export const cycloneDx = 'SBOM_FORMAT_CYCLONEDX'
export const spdx = 'SBOM_FORMAT_SPDX'

type FormatName = typeof cycloneDx | typeof spdx

const formats: Record<FormatName, { name: string; versions: readonly string[]; usual: string }> = {
  [cycloneDx]: { name: 'CycloneDX', versions: cycloneDxVersions, usual: '1.5' },
  [spdx]: { name: 'SPDX', versions: ['2.3'], usual: '2.3' },
}

export type CycloneDxVersion = (typeof cycloneDxVersions)[number]
export type Output = 'json' | 'xml'

/** How an export is written. */
export interface Format {
  format: FormatName
  version: string
  output: Output
  /** As CycloneDX writes it, such as `operating-system`. */
  componentType: string
}

/** What of a request says how its file is written. */
export type AskedFormat = SbomDefaults & { includeVulnerabilities?: boolean | undefined }

/** Whether a version is one of CycloneDX that exports can have. */
export function isCycloneDxVersion(version: string): version is CycloneDxVersion {
  return cycloneDxVersions.some((known) => known === version)
}

/** CycloneDX's word for a value such as `SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_OPERATING_SYSTEM`. */
function componentTypeOf(value: SbomRequest['metadataComponentType']): string {
  const word = value?.replace('SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_', '') ?? 'APPLICATION'
  return word.toLowerCase().replaceAll('_', '-')
}

const asXml = (asked: AskedFormat) => asked.sbomOutputFormat === 'SBOM_OUTPUT_FORMAT_CYCLONEDX'
const lacksType = (version: string | undefined, asked: AskedFormat) =>
  version === '1.4' && notIn14.has(componentTypeOf(asked.metadataComponentType))

/**
 * Reads how an export is to be written: CycloneDX 1.5 as JSON for an application where nothing is said, whatever the
 * deployment's defaults for the dashboard's dialog are.
 * @throws Refusal 400 for a version that the format does not have, 422 for an output, a component type or
 * vulnerabilities that it does not have. Source: docs/api.md#sbom-exports.
 */
export function readFormat(asked: AskedFormat): Format {
  const { wrong, against, read } = judged(asked)
  if (wrong.length > 0) throw badRequest(wrong)
  if (against.length > 0) throw impossible(against)
  return read
}

/**
 * Holds the defaults of a deployment against themselves, so that a dialog filled in with them can be sent as it is.
 * @throws Refusal as `readFormat`, with pointers into the body of the settings.
 */
export function demandPossible(defaults: SbomDefaults): void {
  const { wrong, against } = judged(defaults)
  const within = (faults: Fault[]) =>
    faults.map((fault) => ({ ...fault, pointer: `/sbomDefaults${fault.pointer}` }))
  if (wrong.length > 0) throw badRequest(within(wrong))
  if (against.length > 0) throw impossible(within(against))
}

function judged(asked: AskedFormat): { wrong: Fault[]; against: Fault[]; read: Format } {
  const format = asked.formatVersion?.format ?? cycloneDx
  const { name, versions, usual } = formats[format]
  const version = asked.formatVersion?.version ?? usual
  const componentType = componentTypeOf(asked.metadataComponentType)
  const wrong: Fault[] = []
  const against: Fault[] = []
  if (!versions.includes(version)) {
    const detail = `"${version}" is not a supported version of ${name}: ${versions.join(', ')}`
    wrong.push({ pointer: '/formatVersion/version', detail })
  }
  if (format === spdx && asXml(asked)) {
    against.push({ pointer: '/sbomOutputFormat', detail: 'SPDX is only available as JSON.' })
  }
  if (format === spdx && asked.includeVulnerabilities) {
    const detail = 'SPDX 2.3 cannot include triage. Use CycloneDX to include vulnerabilities.'
    against.push({ pointer: '/includeVulnerabilities', detail })
  }
  if (lacksType(version, asked)) {
    const detail = `CycloneDX 1.4 does not support the component type "${componentType}". Use 1.5 or later.`
    against.push({ pointer: '/metadataComponentType', detail })
  }
  return { wrong, against, read: { format, version, output: asXml(asked) ? 'xml' : 'json', componentType } }
}
