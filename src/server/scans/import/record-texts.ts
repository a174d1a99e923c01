import { recordAudits } from '#server/audit/audit-log.ts'
import type { Writer } from '#server/db/database.ts'
import { shownText, textFields } from '#server/records/policies/text-fields.ts'
import type { AppliedScan } from '../lifecycle/lifecycle.ts'
import type { TextChange } from '../lifecycle/write/rule-texts.ts'
import type { ScanFacts } from '../lifecycle/write/scan-row.ts'

/** The rest is counted. */
const maxShown = 100

/** Records in the audit log which texts of rules scans changed for the findings of their project: one entry for each scan. */
export async function recordTexts(
  transaction: Writer,
  actor: string,
  { deploymentId, now }: ScanFacts,
  scans: readonly AppliedScan[],
): Promise<void> {
  const changing = scans.filter(({ texts }) => texts.length > 0)
  await recordAudits(
    transaction,
    changing.map(({ scanId, run, texts, facts: { project, ref } }) => ({
      deploymentId,
      at: now,
      actor,
      action: 'rule_texts.changed',
      target: project,
      detail: { scanId, ref, ...run.source, count: texts.length, rules: shownTexts(texts) },
    })),
  )
}

/** What a scan changes in the texts of the first of its rules. */
const shownTexts = (texts: readonly TextChange[]) =>
  texts.slice(0, maxShown).map(({ path, columns }) => ({
    rule: path,
    ...Object.fromEntries(
      columns.map(({ column, from, to }) => [
        textFields[column],
        { from: shownText(column, from), to: shownText(column, to) },
      ]),
    ),
  }))
