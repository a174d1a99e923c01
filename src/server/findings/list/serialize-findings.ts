import type { Reader } from '#server/db/database.ts'
import type { EffectiveModes } from '#server/records/policies/effective-modes.ts'
import { compatibleUsage, toCompatibleForm } from './compatible-form.ts'
import { readFragments, ruleOf } from './fragments.ts'
import { countOtherRefs } from './other-refs.ts'
import type { FindingRow } from './rows.ts'
import { writeFinding } from './write-finding.ts'

interface FormOptions {
  modes: EffectiveModes
  supplyChain: boolean
  withFlags: boolean
}

/**
 * Writes findings as JSON objects, in the order of the rows. 3000 findings need as many statements as one.
 * Source: docs/api.md#fields.
 */
export async function serializeFindings(
  reader: Reader,
  deploymentId: number,
  rows: readonly FindingRow[],
  options: FormOptions,
): Promise<string[]> {
  const write = await writerOf(reader, deploymentId, rows, options)
  return rows.map((row) => write(row))
}

/** Like `serializeFindings`, also in the form for a token with compatible answers. */
export async function serializeInBothForms(
  reader: Reader,
  deploymentId: number,
  rows: readonly FindingRow[],
  options: FormOptions,
): Promise<{ documented: string[]; compatible: string[] }> {
  const write = await writerOf(reader, deploymentId, rows, options)
  return {
    documented: rows.map((row) => write(row)),
    compatible: rows.map((row) => toCompatibleForm(write(row, compatibleUsage))),
  }
}

async function writerOf(
  reader: Reader,
  deploymentId: number,
  rows: readonly FindingRow[],
  { modes, supplyChain, withFlags }: FormOptions,
) {
  const fragments = await readFragments(reader, deploymentId, rows, modes)
  const refs = withFlags
    ? await countOtherRefs(
        reader,
        deploymentId,
        rows.map((row) => row.id),
      )
    : undefined
  const writeFlags = (row: FindingRow) => {
    if (!refs) return ''
    const title = JSON.stringify(ruleOf(fragments, row)?.title ?? null)
    return `,"marks":{"title":${title},"other_refs":${refs.get(row.id) ?? 0},"reappeared":${row.reappeared},"uncertain":${row.uncertain === 1}}`
  }
  return (row: FindingRow, usageOf?: typeof compatibleUsage) =>
    `{${writeFinding(row, fragments, supplyChain, usageOf)}${writeFlags(row)}}`
}
