import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#api/http/errors.ts'
import { sbomDefaults } from '#contract/details/sbom.ts'
import type { SbomDefaults } from '#contract/operations/sbom.ts'
import { componentTypes } from '#contract/parameters/sbom.ts'
import { formatLabel, formats, hasType, typesOf } from '../formats.ts'
import { contractFaults, defaultsOf, draftOf, type ExportDraft, faultsOf, requestOf } from './draft.ts'

const prefix = 'SBOM_METADATA_COMPONENT_TYPE_CYCLONE_DX_V15_' as const

const line = fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.trim() || 'x')
const defaults: fc.Arbitrary<SbomDefaults> = fc
  .record(
    {
      format: fc.constantFrom(...formats),
      metadataComponentType: fc.constantFrom(...componentTypes),
      metadataSupplier: fc.record(
        {
          name: line,
          url: fc.webUrl(),
          contact: fc.record({ name: line, phone: line }, { requiredKeys: ['name'] }),
        },
        { requiredKeys: ['name'] },
      ),
    },
    { requiredKeys: [] },
  )
  .map(({ format, metadataComponentType: type, ...rest }) => ({
    ...rest,
    ...(format ? { formatVersion: format.formatVersion, sbomOutputFormat: format.output } : {}),
    ...(type && (!format || hasType(format, type)) ? { metadataComponentType: type } : {}),
  }))

const draft = (change: Partial<ExportDraft> = {}): ExportDraft => ({
  ...draftOf(null),
  subject: { id: 7, name: 'acme/shop' },
  ref: '',
  componentVersion: '',
  includeVulnerabilities: false,
  ...change,
})

describe('the fields of an export', () => {
  it('hold whatever defaults a deployment has, and give them back as they were', () => {
    fc.assert(
      fc.property(defaults, (said) => {
        expect(sbomDefaults.safeParse(said).success).toBe(true)
        expect(defaultsOf(draftOf(said)) ?? {}).toEqual(said)
      }),
    )
  })

  it('say everything in the request, so that the file is what the dialog shows', () => {
    expect(requestOf(draft({ format: 'cyclonedx-1.6-xml', supplierName: ' Acme ' }))).toEqual({
      repositoryId: '7',
      formatVersion: { format: 'SBOM_FORMAT_CYCLONEDX', version: '1.6' },
      sbomOutputFormat: 'SBOM_OUTPUT_FORMAT_CYCLONEDX',
      metadataComponentType: `${prefix}APPLICATION`,
      metadataSupplier: { name: 'Acme' },
    })
    expect(requestOf(draft({ subject: null, ref: 'refs/heads/x' }))).not.toHaveProperty('ref')
    expect(requestOf(draft({ supplierName: ' ' }))).not.toHaveProperty('metadataSupplier')
    const spdx = requestOf(draft({ format: 'spdx-2.3-json', includeVulnerabilities: true }))
    expect(spdx).not.toHaveProperty('includeVulnerabilities')
  })

  it('never ask for a component type that the format lacks', () => {
    for (const format of formats) {
      for (const componentType of componentTypes) {
        const { metadataComponentType } = requestOf(draft({ format: format.key, componentType }))
        expect(typesOf(format)).toContain(metadataComponentType)
      }
    }
  })

  it('show at each what the contract and the service have against it', () => {
    expect(contractFaults({ metadataSupplier: { url: 'acme', contact: { email: 'nobody' } } })).toEqual({
      supplierUrl: 'This is not an HTTP or HTTPS URL',
      contactEmail: 'This is not an email address',
    })
    const refused = (pointers: string[]) =>
      new ApiError({
        kind: 'refused',
        status: 422,
        title: '',
        detail: '',
        faults: pointers.map((parameter) => ({ parameter, detail: 'cannot be' })),
      })
    expect(faultsOf(refused(['/formatVersion/version', '/ref']))).toEqual({
      faults: { format: 'Cannot be', ref: 'Cannot be' },
      all: true,
    })
    expect(faultsOf(refused(['/sbomDefaults/metadataSupplier/url', '/other']), 'sbomDefaults')).toEqual({
      faults: { supplierUrl: 'Cannot be' },
      all: false,
    })
    expect(faultsOf(null).all).toBe(false)
  })
})

it('a format is named in words, and one that is not known stands as it came', () => {
  const made = { taskToken: 't', status: 'SBOM_EXPORT_STATUS_COMPLETED' }
  expect(formatLabel({ ...made, format: 'SBOM_FORMAT_SPDX', version: '2.3', output: 'json' })).toBe(
    'SPDX 2.3 JSON',
  )
  expect(formatLabel({ ...made, format: 'SWID', version: '1' })).toBe('SWID 1')
  expect(formatLabel(made)).toBe('–')
})
