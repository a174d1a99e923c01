import type { GateAnswer, GateReason } from '#contract/responses/gate.ts'
import { fromCode, scanStatuses } from '#server/db/codes.ts'
import type { GateProject } from '#server/records/gate/request.ts'
import type { GateScan } from '#server/records/gate/scans.ts'

/** Reasons that tell how findings were compared, or whose effect depends on the project: alone they prevent nothing. */
const informing = new Set(['no_baseline', 'failed'])

/** Whether a commit cannot pass for this reason. */
export const isPreventing = ({ code }: GateReason): boolean => !informing.has(code)

/** A source as people name it: `Trivy`, or `Trivy (container)`. */
export const sourceName = ({ tool, category }: { tool: string; category: string | null }): string =>
  category === null ? tool : `${tool} (${category})`

const shortCommit = (commit: string) => (/^[0-9a-f]{40,}$/.test(commit) ? commit.slice(0, 12) : commit)

/** That no scan of any commit arrived explains more than that none of this one did. */
const neverScanned = ({ lastScanAt }: GateProject) =>
  lastScanAt === null ? 'The project was never scanned. ' : ''

/** The reasons of a verdict, in words. */
export const reasons = {
  noCommit: (project: GateProject): GateReason => ({
    code: 'no_commit',
    message: `${neverScanned(project)}No scan names the commit that it is about.`,
  }),
  noScan: (project: GateProject, commit: string): GateReason => ({
    code: 'no_scan',
    message: `${neverScanned(project)}No scan of the commit ${shortCommit(commit)} has arrived.`,
  }),
  otherCommit: (commit: string, newest: string): GateReason => ({
    code: 'other_commit',
    message: `No scan of the commit ${shortCommit(commit)} has arrived. The newest scan is of the commit ${shortCommit(newest)}.`,
  }),
  importing: (): GateReason => ({
    code: 'importing',
    message: 'A file of this commit is still being imported.',
  }),
  waiting: (source: { tool: string; category: string | null }): GateReason => ({
    code: 'waiting',
    message: `Waiting for ${sourceName(source)}, which the project requires.`,
  }),
  held: (scan: GateScan): GateReason => ({
    code: 'held',
    message: `The scan of ${sourceName(scan)} is held until an administrator accepts it.`,
  }),
  incomplete: (scan: GateScan): GateReason => ({
    code: 'failed',
    message: `The scan of ${sourceName(scan)} did not complete: ${statusWords[fromCode(scanStatuses, scan.status)]}.`,
  }),
  failed: (scan: GateScan, verdict: GateAnswer['verdict']): GateReason => ({
    code: 'failed',
    message: `The run of ${sourceName(scan)} failed, so that it may have missed findings${effects[verdict]}.`,
  }),
  newerScan: (scan: GateScan): GateReason => ({
    code: 'newer_scan',
    message: `A newer scan of ${sourceName(scan)} on ${scan.refName} replaced the findings of this commit.`,
  }),
  baseNotProtected: (ref: string): GateReason => ({
    code: 'base_not_protected',
    message: `${ref} is neither the primary branch nor protected in the project, so that this comparison only informs.`,
  }),
  noBaseRef: (ref: string): GateReason => ({
    code: 'no_base_ref',
    message: `No scan of this project covers ${ref}.`,
  }),
  noBaseline: (scan: GateScan, ref: string | null, isStrict: boolean): GateReason => ({
    code: 'no_baseline',
    message: `${sourceName(scan)} has no baseline, a full scan on ${ref ?? 'the primary branch'}: ${isStrict ? 'all its findings count' : 'none of its findings block'}.`,
  }),
}

const effects: Record<GateAnswer['verdict'], string> = {
  none: '',
  pass: '; the project lets such a commit pass',
  fail: '; the project lets no such commit pass',
}

const statusWords: Record<(typeof scanStatuses)[number], string> = {
  SCAN_STATUS_PENDING: 'it is pending',
  SCAN_STATUS_RUNNING: 'it is running',
  SCAN_STATUS_COMPLETED: 'it is complete',
  SCAN_STATUS_ERROR: 'it failed',
  SCAN_STATUS_CANCELLED: 'it was cancelled',
  SCAN_STATUS_NEVER_FINISHED: 'it never finished',
}
