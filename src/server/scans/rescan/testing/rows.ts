import * as z from 'zod/mini'
import { getFinding, listFindings } from '#contract/operations/findings.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import type { CodeFinding, SupplyChainFinding } from '#contract/responses/findings.ts'
import type { ServiceCalls } from '#server/testing/service.ts'

export type IssueType = 'sast' | 'sca' | 'secrets'

/** A finding as the lists answer it, whatever its type. */
export interface Row {
  id: number
  issueType: IssueType
  project: string
  ref: string
  rule: string
  path: string | null
  line: number | null
  package: string | null
  version: string | null
  advisory: string | null
  state: string
  status: string
  triage: string
  reason: string | null
  note: string | null
  owner: string | null
  ticket: string | null
  /** The flag that it may be a finding that was decided before. */
  uncertain: boolean
}

const flags = z.object({ marks: z.nullish(z.object({ uncertain: z.nullish(z.boolean()) })) })
const isUncertain = (finding: unknown) => z.safeParse(flags, finding).data?.marks?.uncertain === true

/** All listed findings of these types in a project, those fixed included. */
export async function rowsOf(
  service: ServiceCalls,
  project: string,
  issueTypes: readonly IssueType[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const issueType of issueTypes) {
    if (issueType === 'secrets') rows.push(...(await secretRows(service, project)))
    else rows.push(...(await findingRows(service, project, issueType)))
  }
  return rows
}

async function findingRows(service: ServiceCalls, project: string, issueType: 'sast' | 'sca') {
  const { body } = await service.call(listFindings, {
    query: { issue_type: issueType, 'repos[]': project, include: 'marks', page_size: 3000 },
  })
  const code = body.sastFindings?.findings ?? []
  const supplyChain = body.scaFindings?.findings ?? []
  return [...code, ...supplyChain].map((finding) => rowOf(finding, issueType))
}

async function secretRows(service: ServiceCalls, project: string): Promise<Row[]> {
  const { body } = await service.call(listSecrets, {
    query: { 'repo[]': project, include: 'finding', limit: 3000 },
  })
  return body.findings.flatMap(({ id, finding }) =>
    finding ? [{ ...rowOf(finding, 'secrets'), id: Number(id) }] : [],
  )
}

function rowOf(finding: CodeFinding | SupplyChainFinding, issueType: IssueType): Row {
  const dependency = 'found_dependency' in finding ? finding.found_dependency : null
  return {
    id: finding.id,
    issueType,
    project: finding.repository.name,
    ref: finding.ref ?? '',
    rule: finding.rule_name,
    path: finding.location?.filePath ?? null,
    line: finding.location?.line ?? null,
    package: dependency?.package ?? null,
    version: dependency?.version ?? null,
    advisory: 'vulnerability_identifier' in finding ? (finding.vulnerability_identifier ?? null) : null,
    state: finding.state,
    status: finding.status,
    triage: finding.triage_state,
    reason: finding.triage_reason ?? null,
    note: finding.triage_comment ?? null,
    owner: finding.owner ?? null,
    ticket: finding.external_ticket?.url ?? null,
    uncertain: isUncertain(finding),
  }
}

const match = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  other: z.nullish(z.object({ id: z.int(), note: z.nullish(z.string()), triage_state: z.string() })),
})
const details = z.object({
  matches: z.nullish(z.array(match)),
  history: z.array(z.object({ what: z.string(), to: z.nullish(z.string()), note: z.nullish(z.string()) })),
})

/** What a finding's own page says of how it was known again. */
export async function detailsOf(service: ServiceCalls, id: number) {
  const { body } = await service.call(getFinding, { path: { id } })
  const { matches, history } = z.parse(details, body)
  return { matches: matches ?? [], history, uncertain: isUncertain(body) }
}
