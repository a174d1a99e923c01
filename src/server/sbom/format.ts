import type { SbomRequest } from '#contract/sbom.ts'
import { badRequest, impossible, Refusal } from '#server/http/errors.ts'

// The library is loaded when the first export runs, not at every start; so its lists are told here in short.
const versions = ['1.4', '1.5', '1.6', '1.7'] as const
const notIn14 = new Set(['platform', 'device-driver', 'machine-learning-model', 'data'])

export type CycloneDxVersion = (typeof versions)[number]
export type Output = 'json' | 'xml'

/** How an export is written. */
export interface Format {
  version: CycloneDxVersion
  output: Output
  /** As CycloneDX writes it, such as `operating-system`. */
  componentType: string
}

export function isCycloneDxVersion(version: string): version is CycloneDxVersion {
  return versions.some((known) => known === version)
}

/** CycloneDX's word for a value such as `SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_OPERATING_SYSTEM`. */
export function componentTypeOf(value: SbomRequest['metadataComponentType']): string {
  const word = value?.replace('SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_', '') ?? 'APPLICATION'
  return word.toLowerCase().replaceAll('_', '-')
}

/**
 * Reads the format of an export request: CycloneDX 1.5 as JSON for an application where nothing is said.
 * @throws Refusal 400 for a version that the format does not have, 422 for an output or a component type that the
 * version does not have, 501 for what is not built yet. Source: API decisions, "SBOM exports".
 */
export function readFormat(request: SbomRequest): Format {
  const { format = 'SBOM_FORMAT_CYCLONEDX', version } = request.formatVersion ?? {}
  const asXml = request.sbomOutputFormat === 'SBOM_OUTPUT_FORMAT_CYCLONEDX'
  if (format === 'SBOM_FORMAT_SPDX') {
    if (version !== undefined && version !== '2.3') throw wrongVersion(version, 'SPDX', '2.3')
    if (asXml) {
      throw impossible([{ pointer: '/sbomOutputFormat', detail: 'SPDX is written as JSON only.' }])
    }
    throw new Refusal(501, 'This version cannot write SPDX yet. CycloneDX 1.4 to 1.7 are there.')
  }
  const chosen = version ?? '1.5'
  if (!isCycloneDxVersion(chosen)) throw wrongVersion(chosen, 'CycloneDX', versions.join(', '))
  const componentType = componentTypeOf(request.metadataComponentType)
  if (chosen === '1.4' && notIn14.has(componentType)) {
    const detail = `CycloneDX ${chosen} has no component type "${componentType}"; 1.5 and later do.`
    throw impossible([{ pointer: '/metadataComponentType', detail }])
  }
  if (request.includeVulnerabilities) {
    throw new Refusal(501, 'This version cannot include vulnerabilities in an export yet.')
  }
  return { version: chosen, output: asXml ? 'xml' : 'json', componentType }
}

function wrongVersion(version: string, format: string, known: string) {
  return badRequest([
    { pointer: '/formatVersion/version', detail: `"${version}" is no version of ${format}: ${known}` },
  ])
}
