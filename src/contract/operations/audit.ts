import * as z from 'zod/mini'
import { byId, operation } from '../operation.ts'
import { timeCursor, timeCursorForm } from '../parameters/cursor.ts'
import { enumList, text, wholeNumber } from '../parameters/query.ts'

const auditFilter = {
  actor: text(200),
  action: text(100),
  target: text(500),
  since: text(40),
  until: text(40),
}

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: `${byId}/audit`,
  scopes: ['admin'],
  query: {
    ...auditFilter,
    cursor: text(40).register(z.globalRegistry, { pattern: timeCursorForm.source }),
    limit: wholeNumber(1, 500),
    include: enumList(['facets']),
  },
})

export const listAuditFindings = operation({
  id: 'listAuditFindings',
  method: 'GET',
  path: `${byId}/audit/{eventId}/findings`,
  scopes: ['admin'],
  query: { cursor: timeCursor, limit: wholeNumber(1, 500) },
})

export const exportAudit = operation({
  id: 'exportAudit',
  method: 'GET',
  path: `${byId}/audit/export`,
  scopes: ['admin'],
  query: auditFilter,
  produces: 'text/csv',
  streams: true,
})
