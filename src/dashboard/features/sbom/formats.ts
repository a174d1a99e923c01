import type { SbomDefaults } from '#contract/operations/sbom.ts'
import { componentTypes } from '#contract/parameters/sbom.ts'
import type { SbomExport } from '#contract/responses/sbom.ts'

export type ComponentType = NonNullable<SbomDefaults['metadataComponentType']>

/** A format of exports, with its version and encoding as one option. */
export interface Format {
  key: string
  label: string
  /** The format, version and encoding as request values. */
  formatVersion: NonNullable<SbomDefaults['formatVersion']>
  output: NonNullable<SbomDefaults['sbomOutputFormat']>
}

const outputs = [
  ['JSON', 'SBOM_OUTPUT_FORMAT_JSON'],
  ['XML', 'SBOM_OUTPUT_FORMAT_CYCLONEDX'],
] as const

/** All formats, newest first. Source: docs/api.md#sbom-exports. */
export const formats: readonly Format[] = [
  ...(['1.7', '1.6', '1.5', '1.4'] as const).flatMap((version) =>
    outputs.map(([word, output]) => ({
      key: `cyclonedx-${version}-${word.toLowerCase()}`,
      label: `CycloneDX ${version} ${word}`,
      formatVersion: { format: 'SBOM_FORMAT_CYCLONEDX' as const, version },
      output,
    })),
  ),
  {
    key: 'spdx-2.3-json',
    label: 'SPDX 2.3 JSON',
    formatVersion: { format: 'SBOM_FORMAT_SPDX', version: '2.3' },
    output: 'SBOM_OUTPUT_FORMAT_JSON',
  },
]

export const defaultFormat = 'cyclonedx-1.5-json'
export const defaultType: ComponentType = 'SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_APPLICATION'

/** Returns the format with this key; the default format for any other key. */
export function formatOf(key: string): Format {
  const format = formats.find((one) => one.key === key) ?? formats.find((one) => one.key === defaultFormat)
  if (!format) throw new Error('there is no usual format')
  return format
}

/** Returns the key of the format in the defaults; empty if they have none. */
export function keyOfDefaults({ formatVersion, sbomOutputFormat }: SbomDefaults): string {
  if (formatVersion === undefined && sbomOutputFormat === undefined) return ''
  const isSpdx = formatVersion?.format === 'SBOM_FORMAT_SPDX'
  const version = formatVersion?.version ?? (isSpdx ? '2.3' : '1.5')
  const output = isSpdx ? 'SBOM_OUTPUT_FORMAT_JSON' : (sbomOutputFormat ?? 'SBOM_OUTPUT_FORMAT_JSON')
  const format = formats.find((one) => one.formatVersion.version === version && one.output === output)
  return format?.key ?? ''
}

const lacking14 = /_(PLATFORM|DEVICE_DRIVER|MACHINE_LEARNING_MODEL|DATA)$/

/** Whether a format supports a component type. */
export function hasType({ formatVersion }: Format, type: ComponentType): boolean {
  return formatVersion.version !== '1.4' || !lacking14.test(type)
}

/** Returns the component types that a format supports. */
export function typesOf(format: Format): ComponentType[] {
  return componentTypes.filter((type) => hasType(format, type))
}

/** Whether a format can include vulnerabilities with their triage. */
export function holdsVulnerabilities({ formatVersion }: Format): boolean {
  return formatVersion.format === 'SBOM_FORMAT_CYCLONEDX'
}

const sentence = (label: string) => label.charAt(0).toUpperCase() + label.slice(1)

/** Returns the label of a component type, from a request's value or from CycloneDX's own: `Operating system`. */
export function typeLabel(type: string): string {
  const plain = type.replace(/^SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_/, '')
  return sentence(plain.toLowerCase().replaceAll(/[_-]/g, ' '))
}

const names: Record<string, string> = { SBOM_FORMAT_CYCLONEDX: 'CycloneDX', SBOM_FORMAT_SPDX: 'SPDX' }

/** Returns the label of an export's format: `CycloneDX 1.6 JSON`. Unknown values are returned unchanged. */
export function formatLabel({ format, version, output }: SbomExport): string {
  const parts = [format && (names[format] ?? format), version, output?.toUpperCase()]
  return parts.filter(Boolean).join(' ') || '–'
}
