import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { ReadFault } from '../input/fault.ts'
import { type ReadOptions, readScanFile } from '../input/read-scan-file.ts'
import type { ReportedFinding, ReportedRun, ScanReport } from '../report/report.ts'

/** The bytes of a sample file, inflated. `name` is without `.gz`. */
export function fixture(name: string): Buffer {
  return gunzipSync(readFileSync(new URL(`../fixtures/${name}.gz`, import.meta.url)))
}

export async function* inPieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Reads bytes, text, or any value as JSON, cut into pieces. */
export function read(
  input: unknown,
  options: Partial<ReadOptions> & { pieces?: number } = {},
): Promise<ScanReport> {
  const isText = typeof input === 'string' || input instanceof Uint8Array
  const bytes = Buffer.from(isText ? input : JSON.stringify(input))
  const { pieces, ...rest } = options
  return readScanFile(inPieces(bytes, pieces), { salt: 'salt of the tests', ...rest })
}

/** A file of Semgrep with these results, by its marks. */
export const semgrepFile = (results: unknown, more: object = {}) => ({
  version: '1.97.0',
  results,
  errors: [],
  paths: {},
  ...more,
})

/** The only run of a report. */
export function onlyRun(report: ScanReport): ReportedRun {
  const [run] = report.runs
  if (!run || report.runs.length !== 1) throw new Error(`${report.runs.length} runs`)
  return run
}

/** The only finding of a report, as the kind it must be. */
export function onlyFinding<Kind extends ReportedFinding['kind']>(
  report: ScanReport,
  kind: Kind,
): Extract<ReportedFinding, { kind: Kind }> {
  const { findings } = onlyRun(report)
  const [finding] = findings
  if (findings.length !== 1 || finding?.kind !== kind) throw new Error(`not one ${kind} finding`)
  return finding as Extract<ReportedFinding, { kind: Kind }>
}

/** The fault that reading ends in. */
export async function faultOf(input: unknown, options: Parameters<typeof read>[1] = {}): Promise<ReadFault> {
  try {
    await read(input, options)
  } catch (error) {
    if (error instanceof ReadFault) return error
    throw error
  }
  throw new Error('the file was read without a fault')
}
