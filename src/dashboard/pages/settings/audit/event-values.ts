import { isObject } from '#api/dialects/shapes.ts'
import type { Audit } from '#contract/responses/deployments.ts'

export type AuditEvent = Audit['events'][number]

/** What an event of the audit log says besides; its fields differ by action and service version. */
export type Detail = Readonly<Record<string, unknown>>

/** Returns the detail of an event; its fields differ by action and service version. */
export const detailOf = ({ detail }: Pick<AuditEvent, 'detail'>): Detail => (isObject(detail) ? detail : {})

export const textIn = (detail: Detail, name: string) => {
  const value = detail[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
export const numberIn = (detail: Detail, name: string) => {
  const value = detail[name]
  return typeof value === 'number' ? value : undefined
}
export const textsIn = (detail: Detail, name: string) => {
  const value = detail[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

export const counted = (detail: Detail, name: string, text: (count: number) => string) => {
  const count = numberIn(detail, name)
  return count === undefined ? undefined : text(count)
}

export const joined = (parts: readonly (string | undefined)[], between: string) =>
  parts.filter(Boolean).join(between)
