import { sql } from 'kysely'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { RuleOffer } from './renamed-rules.ts'

/** The former and the present rule of a finding, as the API names them. */
export interface RulePaths {
  from: string
  to: string
}

/**
 * Takes over the rule of reported findings for stored ones on offer to them whose flaw has it on another ref, where somebody
 * confirmed it: an answer on one ref holds on all.
 * @returns both rules of these, as the API names them.
 */
export async function followConfirmedRenames(
  reader: Reader,
  deploymentId: number,
  offers: readonly RuleOffer[],
): Promise<Map<RuleOffer['known'], RulePaths>> {
  const renamed = new Map<RuleOffer['known'], RulePaths>()
  if (offers.length === 0) return renamed
  const { rows } = await sql<RulePaths & { id: number; rule: string }>`
    select distinct own.id, former.path as ${sql.ref('from')}, rule.path as ${sql.ref('to')}, coalesce(rule.tool_rule, rule.path) as rule from finding as own
    join rule as former on former.deployment_id = own.deployment_id and former.id = own.rule_id
    join finding as other on other.deployment_id = own.deployment_id and other.flaw_id = own.flaw_id
      and other.ref_id <> own.ref_id and other.source_id = own.source_id and other.rule_id <> own.rule_id
    join rule on rule.deployment_id = other.deployment_id and rule.id = other.rule_id
    where own.deployment_id = ${deploymentId} and own.id in ${valuesOf(new Set(offers.map(({ known }) => known.id)))}
  `.execute(reader)
  const paths = new Map(rows.map(({ id, rule, from, to }) => [JSON.stringify([id, rule]), { from, to }]))
  for (const { known, reported } of offers) {
    const both = paths.get(JSON.stringify([known.id, reported.rule]))
    if (!both || renamed.has(known)) continue
    renamed.set(known, both)
    known.rule = reported.rule
    // Tools compute fingerprints from the id of the rule.
    if (known.fingerprint?.value !== reported.fingerprint?.value) known.fingerprint = null
  }
  return renamed
}
