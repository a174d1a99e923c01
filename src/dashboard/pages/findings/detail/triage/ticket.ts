import { httpUrl } from '#lib/urls/http-url.ts'
import { text } from '../labels.ts'

/** Returns the tracker's name of the ticket at a URL: `…/browse/PLAT-2061` → `PLAT-2061`, `…/issues/12` → `#12`. */
export function ticketName(address: string): string {
  const url = URL.parse(address.trim())
  const last = url?.pathname.split('/').findLast((part) => part !== '')
  if (!url || last === undefined) return ''
  return (/^\d+$/.test(last) ? `#${last}` : decoded(last)).slice(0, 100)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the error of a ticket URL, or undefined. Source: docs/api.md#one-finding. */
export function ticketFault(address: string): string | undefined {
  if (address.trim() === '') return text.pasteTicket
  if (!httpUrl(address.trim())) return text.ticketNotWeb
  return address.length > 2000 ? text.ticketTooLong : undefined
}
