import type * as z from 'zod/mini'
import type { exportSbomBody, sbomDefaults } from '../details/sbom.ts'
import { bodyType, byId, operation } from '../operation.ts'
import { idCursor } from '../parameters/cursor.ts'
import { searchName } from '../parameters/name.ts'
import { enumList, flag, uint64, wholeNumber } from '../parameters/query.ts'
import { sbomExportStatuses } from '../vocabulary.ts'

export type SbomDefaults = z.infer<typeof sbomDefaults>

export const exportSbom = operation({
  id: 'exportSbom',
  method: 'POST',
  path: `${byId}/sbom/export`,
  scopes: ['sbom:export'],
  body: bodyType<typeof exportSbomBody>(),
  stale: ['exports', 'audit'],
})

export type SbomRequest = z.infer<typeof exportSbomBody>

export const describeSbom = operation({
  id: 'describeSbom',
  method: 'GET',
  path: `${byId}/sbom/subject`,
  scopes: ['sbom:export'],
  query: { repositoryId: uint64, ref: searchName(500) },
})

export const listSbomExports = operation({
  id: 'listSbomExports',
  method: 'GET',
  path: `${byId}/sbom/export`,
  scopes: ['sbom:export'],
  query: {
    mine: flag,
    repositoryId: uint64,
    status: enumList(sbomExportStatuses),
    cursor: idCursor,
    limit: wholeNumber(1, 1000),
  },
})

export const getSbomExport = operation({
  id: 'getSbomExport',
  method: 'GET',
  path: `${byId}/sbom/export/{taskToken}`,
  scopes: ['sbom:export'],
})

export const retrySbomExport = operation({
  id: 'retrySbomExport',
  method: 'POST',
  path: `${byId}/sbom/export/{taskToken}/retry`,
  scopes: ['sbom:export'],
  stale: ['exports'],
})

export const repeatSbomExport = operation({
  id: 'repeatSbomExport',
  method: 'POST',
  path: `${byId}/sbom/export/{taskToken}/repeat`,
  scopes: ['sbom:export'],
  stale: ['exports', 'audit'],
})

export const downloadSbom = operation({
  id: 'downloadSbom',
  method: 'GET',
  path: '/api/v1/sbom/download/{downloadToken}',
  scopes: 'none',
  produces: ['application/vnd.cyclonedx+json', 'application/vnd.cyclonedx+xml', 'application/spdx+json'],
})
