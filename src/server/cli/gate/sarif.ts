import type { GateAnswer, GateFinding } from '#contract/responses/gate.ts'
import { causeText } from './text.ts'

const levels = { block: 'error', comment: 'warning' } as const

/** A finding that is new in the commit. */
type Counting = GateFinding & { effect: keyof typeof levels }
const counts = (finding: GateFinding): finding is Counting => finding.effect !== 'inform'

/** The findings of a verdict that count as SARIF 2.1.0, for code hosts that annotate the lines of a change. */
export function verdictSarif({ findings: all, project, commit }: GateAnswer, version: string): string {
  const findings = all.filter(counts)
  const names = [...new Set(findings.map(({ rule_name: name }) => name))]
  const title = new Map(findings.map(({ rule_name, title }) => [rule_name, title ?? rule_name]))
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Gatehouse',
            version,
            rules: names.map((id) => ({ id, shortDescription: { text: title.get(id) ?? id } })),
          },
        },
        automationDetails: { id: `gatehouse/${project}/${commit}` },
        results: findings.map((finding) => toResult(finding, names.indexOf(finding.rule_name))),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function toResult(finding: Counting, ruleIndex: number) {
  const { path, line, dependency } = finding
  const about = [finding.title ?? finding.rule_name, dependency].filter((part) => part !== null).join(': ')
  return {
    ruleId: finding.rule_name,
    ruleIndex,
    level: levels[finding.effect],
    message: { text: `${about} (${causeText(finding)})` },
    hostedViewerUri: finding.url,
    ...(finding.policy ? { properties: { policy: finding.policy.name, policyMode: finding.mode } } : {}),
    partialFingerprints: { 'gatehouseFinding/v1': String(finding.id) },
    ...(path === null
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(path) },
                ...(line === null ? {} : { region: { startLine: line } }),
              },
            },
          ],
        }),
  }
}
