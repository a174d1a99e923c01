import type { FindingDocument } from '#server/db/documents.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type {
  ReportedCodeFinding,
  ReportedFinding,
  ReportedLocation,
  ReportedSupplyChainFinding,
  ReportedTicket,
} from '../report/report.ts'
import { upgradesOf } from '../values/fix-versions.ts'

/**
 * Returns the part of a finding that no filter reads, with the names of the API, without fields that the scan did not
 * report.
 * Source: docs/api.md#fields, docs/api.md#secrets.
 */
export function documentOf(finding: ReportedFinding): FindingDocument {
  return {
    ...(finding.message === null ? {} : { rule_message: finding.message }),
    ...(finding.lineOfCodeUrl === null ? {} : { line_of_code_url: finding.lineOfCodeUrl }),
    ...(finding.logicalLocation === null ? {} : { logical_location: finding.logicalLocation }),
    ...(finding.externalTicket ? { external_ticket: ticketOf(finding.externalTicket) } : {}),
    ...(finding.reviewComments.length > 0 ? { review_comments: finding.reviewComments } : {}),
    ...(finding.kind === 'code'
      ? codeDocument(finding)
      : finding.kind === 'supplyChain'
        ? supplyChainDocument(finding)
        : { secret: { historicalInfo: finding.historicalInfo } }),
    ...(finding.severityWord ? { severity_word: true } : {}),
  }
}

/**
 * Merges the document of a new scan with the stored one: the scan's own fields are replaced, those added by people or
 * other programs are kept. A removed ticket (null) stays removed.
 * @returns JSON text, and whether it contains a ticket
 */
export function mergeDocuments(before: string, scanned: string): { text: string; hasTicket: boolean } {
  // parse: both were written by this module or by a change of the ticket.
  const [old, fresh] = [parseStored<FindingDocument>(before), parseStored<FindingDocument>(scanned)]
  const ticket = old.external_ticket === null ? null : (fresh.external_ticket ?? old.external_ticket)
  const comments = fresh.review_comments ?? old.review_comments
  const { external_ticket: _ticket, review_comments: _comments, ...members } = fresh
  const merged = {
    ...members,
    ...(ticket === undefined ? {} : { external_ticket: ticket }),
    ...(comments ? { review_comments: comments } : {}),
  }
  const hasTicket = ticket !== undefined && ticket !== null
  return { text: haveSameMembers(old, merged) ? before : JSON.stringify(merged), hasTicket }
}

/** The document of a new finding whose flaw has a ticket on another ref; the scan's own ticket takes precedence. */
export function withTicket(scanned: string, ticket: NonNullable<FindingDocument['external_ticket']>): string {
  // parse: written by this module.
  return JSON.stringify({ external_ticket: ticket, ...parseStored<FindingDocument>(scanned) })
}

/** The document of a known finding that is a flaw with a ticket on another ref now: that ticket takes the place of its own. */
export function withOtherTicket(
  stored: string,
  ticket: NonNullable<FindingDocument['external_ticket']>,
): string {
  // parse: written by this module.
  return JSON.stringify({ ...parseStored<FindingDocument>(stored), external_ticket: ticket })
}

/** Whether two documents have equal members, in any order. */
function haveSameMembers(left: object, right: object): boolean {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(left) === sorted(right)
}

const ticketOf = (ticket: ReportedTicket) => ({ ...ticket })

const pullRequestsOf = (finding: ReportedCodeFinding | ReportedSupplyChainFinding): FindingDocument =>
  finding.clickToFixPrs.length === 0
    ? {}
    : {
        click_to_fix_prs: finding.clickToFixPrs.map(({ createdAt, url, state }) => ({
          created_at: createdAt,
          url,
          state,
        })),
      }

function codeDocument(finding: ReportedCodeFinding): FindingDocument {
  return {
    ...(finding.sourceWithheld ? { source_withheld: true } : {}),
    ...pullRequestsOf(finding),
    ...(finding.clickToFixFailures.length > 0
      ? {
          click_to_fix_failures: finding.clickToFixFailures.map(({ createdAt, reason }) => ({
            created_at: createdAt,
            reason,
          })),
        }
      : {}),
    ...(finding.assistant ? { assistant: assistantDocument(finding.assistant) } : {}),
  }
}

function assistantDocument(
  assistant: NonNullable<ReportedCodeFinding['assistant']>,
): NonNullable<FindingDocument['assistant']> {
  const { autofix, autotriage, component, guidance, ruleExplanation } = assistant
  return {
    ...(autofix ? { autofix: { explanation: autofix.explanation, fix_code: autofix.fixCode } } : {}),
    ...(autotriage ? { autotriage } : {}),
    ...(component ? { component } : {}),
    ...(guidance ? { guidance } : {}),
    ...(ruleExplanation ? { rule_explanation: ruleExplanation } : {}),
  }
}

function supplyChainDocument(finding: ReportedSupplyChainFinding): FindingDocument {
  const { usage, fixRecommendations } = finding
  const upgrades = upgradesOf(finding.foundDependency, fixRecommendations)
  const { lockfileLineUrl } = finding.foundDependency
  return {
    ...pullRequestsOf(finding),
    fix_recommendations: upgrades,
    ...(upgrades.length === 0 && fixRecommendations.length > 0 ? { no_later_fix: true } : {}),
    ...(finding.cvss.length === 0 ? {} : { cvss: finding.cvss }),
    ...(finding.severityFrom === null ? {} : { severity_from: finding.severityFrom }),
    ...(lockfileLineUrl === null ? {} : { lockfile_line_url: lockfileLineUrl }),
    ...(finding.reachableCondition === null ? {} : { reachable_condition: finding.reachableCondition }),
    ...(usage ? { usage: usageDocument(usage.location, usage.externalTicket) } : {}),
  }
}

function usageDocument(
  location: ReportedLocation | null,
  ticket: ReportedTicket | null,
): NonNullable<FindingDocument['usage']> {
  return {
    ...(location ? { location } : {}),
    ...(ticket ? { external_ticket: ticketOf(ticket) } : {}),
  }
}
