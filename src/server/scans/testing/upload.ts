import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { listFindings } from '#contract/operations/findings.ts'
import { createScan } from '#contract/operations/scans.ts'
import type { CallOptions, ServiceCalls, TestService } from '#server/testing/service.ts'

/** The bytes of a sample file of a real scanner, inflated. */
export function sample(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(`../../reports/fixtures/${name}.gz`, import.meta.url)))
}

/** Sends a file, bytes or a value as JSON, of the project `acme/shop` where the query says nothing else. */
export function upload(
  service: ServiceCalls,
  file: unknown,
  query: Record<string, string> = {},
  options: CallOptions = {},
) {
  const body = Buffer.isBuffer(file)
    ? file
    : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file))
  return service.call(createScan, { ...options, query: { project: 'acme/shop', ...query }, body })
}

/** All code findings, newest first, as the list answers them. */
export async function codeFindings(service: TestService, query: Record<string, string> = {}) {
  const { body } = await service.call(listFindings, { query: { page_size: 3000, ...query } })
  return body.sastFindings?.findings ?? []
}

/** All supply-chain findings. */
export async function supplyChainFindings(service: TestService, query: Record<string, string> = {}) {
  const { body } = await service.call(listFindings, {
    query: { issue_type: 'sca', page_size: 3000, ...query },
  })
  return body.scaFindings?.findings ?? []
}

/** One result of a Semgrep file; `text` is its code, which makes its fingerprint. */
export function result(rule: string, path: string, text: string, line = 1) {
  return {
    check_id: rule,
    path,
    start: { line, col: 1 },
    end: { line, col: 1 + text.length },
    extra: {
      lines: text,
      message: `${rule} was found.`,
      severity: 'ERROR',
      metadata: { category: 'security', cwe: ['CWE-79: Cross-site Scripting'], confidence: 'HIGH' },
      ...extraOf(text),
    },
  }
}

const extraOf = (text: string) => ({ fingerprint: `print of ${text}` })

/** A Semgrep file; `paths` are the files it lists as scanned, none listed where left out. */
export function semgrep(
  results: readonly unknown[],
  more: { scanned?: string[]; skipped?: string[]; failed?: string[] } = {},
) {
  return {
    version: '1.97.0',
    results,
    errors: (more.failed ?? []).map((path) => ({ code: 3, level: 'warn', type: 'Syntax error', path })),
    paths: more.scanned
      ? { scanned: more.scanned, skipped: (more.skipped ?? []).map((path) => ({ path, reason: 'too_big' })) }
      : {},
  }
}
