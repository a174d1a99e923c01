import type { Route, TakenValue } from '../../json/json-route.ts'
import type { Reader, ReaderOptions } from '../../reader.ts'
import { breathe } from '../../reader.ts'
import type { ReportedProduct } from '../../report.ts'
import { RunBuilder } from '../../run-builder.ts'
import { saltedWith } from '../../secret-parts.ts'
import { either, type JsonObject, name, object } from '../../values.ts'
import { answeredCode, answeredSupplyChain } from './finding.ts'
import { answeredRule } from './rule.ts'
import { type AnsweredSecret, answeredSecret, isSecretCode, secretOfCode } from './secret.ts'

/** The tool that stands for findings which came through the API: the answer does not name the scanner. */
const tool = 'Findings API'

/**
 * Reads a findings answer of this API: `sastFindings` and `scaFindings`, or a bare `findings` of either
 * kind or of the secrets listing. Dialects: snake_case and camelCase everywhere, null for an object, missing keys.
 * Source: docs/api.md#fields, docs/api.md#other-services.
 */
export function findingsAnswerReader(options: ReaderOptions): Reader {
  const builder = new RunBuilder({ tool, category: options.category }, null, options.count)

  const salted = saltedWith(options.salt)

  const take = (product: ReportedProduct | null) => (value: TakenValue) => {
    options.count.add(value)
    const finding = object(value.parse())
    if (!finding) throw value.fault('a finding must be an object')
    const rulePath =
      name(either(finding, 'rule_name')) ??
      name(either(object(finding['rule']), 'name')) ??
      name(either(finding, 'rule_hash_id'))
    if (rulePath === null)
      throw value.fault('this is not a finding: its `rule_name` is missing', '/rule_name')
    const kind = product ?? productOf(finding)
    if (kind === 'supplyChain') {
      builder.rule(rulePath, () => answeredRule(finding, rulePath, kind))
      builder.add(answeredSupplyChain(finding, rulePath))
      return
    }
    const rule = answeredRule(finding, rulePath, kind)
    if (kind === 'secret') addSecret(answeredSecret(finding, rule, salted), rulePath)
    else {
      const code = answeredCode(finding, rulePath)
      if (isSecretCode(code, rule)) addSecret(secretOfCode(code, rule, salted), rulePath)
      else {
        builder.rule(rulePath, () => rule)
        builder.add(code)
      }
    }
  }

  const addSecret = ({ finding, rule, values }: AnsweredSecret, rulePath: string) => {
    builder.rule(rulePath, () => rule)
    builder.renameRule(rulePath, finding.rulePath)
    builder.add(finding, values)
  }

  const within = (product: ReportedProduct): Route => ({
    object: new Map<string, Route>([['findings', { list: { take: take(product) } }]]),
  })

  return {
    routes: new Map<string, Route>([
      ['sastFindings', within('code')],
      ['scaFindings', within('supplyChain')],
      ['sast_findings', within('code')],
      ['sca_findings', within('supplyChain')],
      ['findings', { list: { take: take(null) } }],
    ]),
    finish: async () => {
      await breathe()
      const runs = options.count.read === 0 ? [] : [builder.finish()]
      return { format: 'findings', runs, read: options.count.read, leftOut: [] }
    },
  }
}

/** What a finding in a bare list is, by the fields that only one kind has. */
function productOf(finding: JsonObject): ReportedProduct {
  if (either(finding, 'validation_state') !== undefined || either(finding, 'finding_path') !== undefined)
    return 'secret'
  const marks = [
    'found_dependency',
    'vulnerability_identifier',
    'reachability',
    'epss_score',
    'fix_recommendations',
  ]
  return marks.some((mark) => either(finding, mark) !== undefined) ? 'supplyChain' : 'code'
}
