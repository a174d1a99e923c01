import type { QueryClient } from '@tanstack/react-query'
import { findingsOptions, pageOf, rowsOf } from '#api/findings/findings.ts'
import { meOptions } from '#api/me.ts'
import type { Me } from '#contract/responses/deployments.ts'
import type { FindingsAnswer } from '#contract/responses/findings.ts'
import { responsesElementId } from '#lib/first-render.ts'
import type { ListPageRequest } from './list-request.ts'

/** The responses that a page needs before its rows, embedded in the document by the service. */
export interface EmbeddedResponses {
  me: Me
  findings: FindingsAnswer
  /** The findings response headers that the list reads: `date` and `x-total-count`. */
  headers: Record<string, string>
  /** The values that the service assumed when it rendered the rows. */
  render: { height: number; now: number }
}

/** Writes the responses into the query cache. */
export function fillCache(
  client: QueryClient,
  { slug, request }: ListPageRequest,
  answers: EmbeddedResponses,
): void {
  client.setQueryData(meOptions().queryKey, answers.me)
  const findings = rowsOf(answers.findings, request.issue_type)
  const page = pageOf({ findings, leftOut: 0, headers: new Headers(answers.headers) }, request)
  client.setQueryData(findingsOptions(slug, request).queryKey, page)
}

/** Returns the responses embedded in the document, once; undefined if there are none. */
export function takeEmbeddedResponses(): EmbeddedResponses | undefined {
  const element = document.getElementById(responsesElementId)
  if (!element) return undefined
  element.remove()
  // parse: written by the service that sent the page.
  return JSON.parse(element.textContent) as EmbeddedResponses
}
