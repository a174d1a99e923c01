import type { SbomDefaults, SbomRequest } from '#contract/operations/sbom.ts'
import { badRequest, type Fault, unprocessable } from '#server/http/errors.ts'

// The library is loaded with the first export, not at every start, so its lists are repeated here in short form.
const cycloneDxVersions = ['1.4', '1.5', '1.6', '1.7'] as const
const typesMissingIn14 = new Set(['platform', 'device-driver', 'machine-learning-model', 'data'])

export const cycloneDx = 'SBOM_FORMAT_CYCLONEDX'
export const spdx = 'SBOM_FORMAT_SPDX'

type FormatName = typeof cycloneDx | typeof spdx

const formats: Record<FormatName, { name: string; versions: readonly string[]; usual: string }> = {
  [cycloneDx]: { name: 'CycloneDX', versions: cycloneDxVersions, usual: '1.5' },
  [spdx]: { name: 'SPDX', versions: ['2.3'], usual: '2.3' },
}

export type CycloneDxVersion = (typeof cycloneDxVersions)[number]
export type Output = 'json' | 'xml'

/** The format of an export. */
export interface Format {
  format: FormatName
  version: string
  output: Output
  /** In CycloneDX's form, such as `operating-system`. */
  componentType: string
}

/** The part of a request that determines the format. */
export type FormatRequest = SbomDefaults & { includeVulnerabilities?: boolean | undefined }

/** Whether exports support a version of CycloneDX. */
export function isCycloneDxVersion(version: string): version is CycloneDxVersion {
  return cycloneDxVersions.some((known) => known === version)
}

/** CycloneDX's name of a value such as `SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_OPERATING_SYSTEM`. */
function componentTypeOf(value: SbomRequest['metadataComponentType']): string {
  const word = value?.replace('SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_', '') ?? 'APPLICATION'
  return word.toLowerCase().replaceAll('_', '-')
}

const isXml = (request: FormatRequest) => request.sbomOutputFormat === 'SBOM_OUTPUT_FORMAT_CYCLONEDX'
const lacksComponentType = (version: string | undefined, request: FormatRequest) =>
  version === '1.4' && typesMissingIn14.has(componentTypeOf(request.metadataComponentType))

/**
 * Reads the format of an export. The default is CycloneDX 1.5 as JSON for an application, regardless of the
 * deployment's defaults for the dashboard's dialog.
 * @throws HttpError 400 for a version that the format does not have, 422 for an output, a component type or
 * vulnerabilities that it does not support. Source: docs/api.md#sbom-exports.
 */
export function readFormat(request: FormatRequest): Format {
  const { problems, against: warnings, read } = checkFormat(request)
  if (problems.length > 0) throw badRequest(problems)
  if (warnings.length > 0) throw unprocessable(warnings)
  return read
}

/**
 * Validates the defaults of a deployment, so that a dialog prefilled with them can be submitted unchanged.
 * @throws HttpError as `readFormat`, with pointers into the body of the settings.
 */
export function assertFormat(defaults: SbomDefaults): void {
  const { problems, against: warnings } = checkFormat(defaults)
  const within = (faults: Fault[]) =>
    faults.map((fault) => ({ ...fault, pointer: `/sbomDefaults${fault.pointer}` }))
  if (problems.length > 0) throw badRequest(within(problems))
  if (warnings.length > 0) throw unprocessable(within(warnings))
}

function checkFormat(request: FormatRequest): { problems: Fault[]; against: Fault[]; read: Format } {
  const format = request.formatVersion?.format ?? cycloneDx
  const { name, versions, usual } = formats[format]
  const version = request.formatVersion?.version ?? usual
  const componentType = componentTypeOf(request.metadataComponentType)
  const problems: Fault[] = []
  const warnings: Fault[] = []
  if (!versions.includes(version)) {
    const detail = `"${version}" is not a supported version of ${name}: ${versions.join(', ')}`
    problems.push({ pointer: '/formatVersion/version', detail })
  }
  if (format === spdx && isXml(request)) {
    warnings.push({ pointer: '/sbomOutputFormat', detail: 'SPDX is only available as JSON.' })
  }
  if (format === spdx && request.includeVulnerabilities) {
    const detail = 'SPDX 2.3 cannot include triage. Use CycloneDX to include vulnerabilities.'
    warnings.push({ pointer: '/includeVulnerabilities', detail })
  }
  if (lacksComponentType(version, request)) {
    const detail = `CycloneDX 1.4 does not support the component type "${componentType}". Use 1.5 or later.`
    warnings.push({ pointer: '/metadataComponentType', detail })
  }
  return {
    problems,
    against: warnings,
    read: { format, version, output: isXml(request) ? 'xml' : 'json', componentType },
  }
}
