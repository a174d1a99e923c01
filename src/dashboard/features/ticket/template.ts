import { originOf } from '#lib/urls/fixed-origin.ts'
import { httpUrl } from '#lib/urls/http-url.ts'
import { ticketLabels } from './labels.ts'

/** The placeholders of a ticket URL template. Source: contract, `updateSettings`. */
export const templateNames = ['title', 'rule', 'severity', 'project', 'path', 'line', 'url', 'ids'] as const
export type TicketFacts = Record<(typeof templateNames)[number], string>

const names = new RegExp(`\\{(${templateNames.join('|')})\\}`, 'g')

function filled(template: string, value: (name: keyof TicketFacts) => string): string {
  // parse: the expression matches only these names.
  return template.trim().replace(names, (_, name) => value(name as keyof TicketFacts))
}

/**
 * Returns the URL that opens a ticket with these facts, each escaped for a URL. Undefined if the template is not an
 * http or https URL, or if data from a scan would determine the host.
 */
export function ticketUrl(template: string, facts: TicketFacts): string | undefined {
  if (originOf((data) => filled(template, () => data)) !== 'fixed') return undefined
  return httpUrl(filled(template, (name) => encodeURIComponent(wellFormed(facts[name]))))
}

/** Returns the error of a template, or undefined. */
export function templateFault(template: string): string | undefined {
  if (template.trim() === '') return ticketLabels.missing
  const origin = originOf((data) => filled(template, () => data))
  if (origin === 'no address') return ticketLabels.notAddress
  if (origin === 'follows data') return ticketLabels.hostFollowsData
  const unknown = template.replace(names, '').match(/\{[^{}]*\}/)?.[0]
  return unknown && ticketLabels.unknownPlaceholder(unknown)
}

/** Replaces unpaired surrogates, which a URL cannot contain, by a replacement character. */
function wellFormed(text: string): string {
  return text.toWellFormed()
}
