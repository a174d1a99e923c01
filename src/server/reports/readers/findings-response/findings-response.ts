import type { Reader, ReaderOptions } from '../../input/reader.ts'
import { yieldToEventLoop } from '../../input/reader.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import type { ReportedProduct } from '../../report/report.ts'
import { RunBuilder } from '../../report/run-builder.ts'
import { createHasher } from '../../secrets/secret-parts.ts'
import { asName, asObject, getEither, type JsonObject } from '../../values/json-values.ts'
import { readCodeFinding, readSupplyChainFinding } from './finding.ts'
import { readRule } from './rule.ts'
import { isSecretCode, readSecretFinding, type SecretEntry, secretOfCode } from './secret.ts'

/** The tool of findings from the API, because the response does not name the scanner. */
const tool = 'Findings API'

/**
 * Reads a findings response of this API: `sastFindings` and `scaFindings`, or a bare `findings` of either kind or of
 * the secrets listing. Accepted variants: snake_case and camelCase everywhere, null for an object, missing keys.
 * Source: docs/api.md#fields, docs/api.md#other-services.
 */
export function findingsResponseReader(options: ReaderOptions): Reader {
  const builder = new RunBuilder({ tool, category: options.category }, null, options)

  const salted = createHasher(options.salt)

  const takeFindings = (product: ReportedProduct | null) => (value: TakenValue) => {
    options.count.add(value)
    const finding = asObject(value.parse())
    if (!finding) throw value.fault('a finding must be an object')
    const rulePath =
      asName(getEither(finding, 'rule_name')) ??
      asName(getEither(asObject(finding['rule']), 'name')) ??
      asName(getEither(finding, 'rule_hash_id'))
    if (rulePath === null)
      throw value.fault('this is not a finding: its `rule_name` is missing', '/rule_name')
    const kind = product ?? productOf(finding)
    if (kind === 'supplyChain') {
      builder.rule(rulePath, () => readRule(finding, rulePath, kind))
      builder.add(readSupplyChainFinding(finding, rulePath))
      return
    }
    const rule = readRule(finding, rulePath, kind)
    if (kind === 'secret') addSecret(readSecretFinding(finding, rule, salted), rulePath)
    else {
      const code = readCodeFinding(finding, rulePath)
      if (isSecretCode(code, rule)) addSecret(secretOfCode(code, rule, salted), rulePath)
      else {
        builder.rule(rulePath, () => rule)
        builder.add(code)
      }
    }
  }

  const addSecret = ({ finding, rule, values }: SecretEntry, rulePath: string) => {
    builder.rule(rulePath, () => rule)
    builder.renameRule(rulePath, finding.rulePath)
    builder.add(finding, values)
  }

  const within = (product: ReportedProduct): Route => ({
    object: new Map<string, Route>([['findings', { list: { take: takeFindings(product) } }]]),
  })

  return {
    routes: new Map<string, Route>([
      ['sastFindings', within('code')],
      ['scaFindings', within('supplyChain')],
      ['sast_findings', within('code')],
      ['sca_findings', within('supplyChain')],
      ['findings', { list: { take: takeFindings(null) } }],
    ]),
    finish: async () => {
      await yieldToEventLoop()
      const runs = options.count.read === 0 ? [] : [builder.finish()]
      return { format: 'findings', runs, read: options.count.read, leftOut: [] }
    },
  }
}

/** The product of a finding in a bare list, by the fields that only one kind has. */
function productOf(finding: JsonObject): ReportedProduct {
  if (
    getEither(finding, 'validation_state') !== undefined ||
    getEither(finding, 'finding_path') !== undefined
  )
    return 'secret'
  const marks = [
    'found_dependency',
    'vulnerability_identifier',
    'reachability',
    'epss_score',
    'fix_recommendations',
  ]
  return marks.some((mark) => getEither(finding, mark) !== undefined) ? 'supplyChain' : 'code'
}
