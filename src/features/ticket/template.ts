import { originOf } from '#lib/urls/fixed-origin.ts'
import { httpUrl } from '#lib/urls/http-url.ts'
import { ticketLabels } from './labels.ts'

/** What the names in braces of a ticket address template stand for. Source: contract, `updateSettings`. */
export const templateNames = ['title', 'rule', 'severity', 'project', 'path', 'line', 'url', 'ids'] as const
export type TicketFacts = Record<(typeof templateNames)[number], string>

const names = new RegExp(`\\{(${templateNames.join('|')})\\}`, 'g')

function filled(template: string, value: (name: keyof TicketFacts) => string): string {
  // parse: the expression finds these names alone
  return template.trim().replace(names, (_, name) => value(name as keyof TicketFacts))
}

/**
 * The URL at which a ticket with these facts is opened, each fact escaped for a URL. Undefined where the template
 * makes no http or https address, or where what a scan sent would choose the host.
 */
export function ticketUrl(template: string, facts: TicketFacts): string | undefined {
  if (originOf((data) => filled(template, () => data)) !== 'fixed') return undefined
  return httpUrl(filled(template, (name) => encodeURIComponent(wellFormed(facts[name]))))
}

/** What is wrong with a template, or undefined. */
export function templateFault(template: string): string | undefined {
  if (template.trim() === '') return ticketLabels.missing
  const origin = originOf((data) => filled(template, () => data))
  if (origin === 'no address') return ticketLabels.notAddress
  if (origin === 'follows data') return ticketLabels.hostFollowsData
  const unknown = template.replace(names, '').match(/\{[^{}]*\}/)?.[0]
  return unknown && ticketLabels.unknownPlaceholder(unknown)
}

/** Half of a pair of code units, which no address can hold, stands as a question mark would. */
function wellFormed(text: string): string {
  return text.toWellFormed()
}
