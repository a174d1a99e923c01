import { policyModes, policyScopes, productTypes, toCode } from '#server/db/codes.ts'
import type { Advisory } from '../advisories/advisory.ts'
import { advisories } from '../advisories/all.ts'
import { rangeOf } from '../advisories/range.ts'
import { people } from '../organisation/people.ts'
import { secretMessage, secrets } from '../organisation/secret-kinds.ts'
import { notes, policies } from '../organisation/texts.ts'
import { Deck, Random } from '../random.ts'
import { type CodeRule, codeRules } from '../rules/code-rules.ts'
import { cweLabel, owaspLabels } from '../rules/standards.ts'
import { frequentPaths } from './frequent.ts'
import { day, hour } from './profile.ts'
import type { DemoRow, Ids } from './rows.ts'
import { type BookOptions, type BookRule, type FindingType, RuleWriter } from './rule-writer.ts'

export interface RuleBook {
  rules: BookRule[]
  /** Policy of payment projects and policy of platform projects, which hold some of the rules besides. */
  paymentsPolicyId: number
  platformPolicyId: number
}

export const platformLanguages = new Set(['terraform', 'github-actions', 'dockerfile', 'kubernetes', 'bash'])

/** The path of an advisory's rule: "supply-chain.npm.lodash.cve-2021-23337". */
function advisoryPath(advisory: Advisory): string {
  const name = advisory.package.replace(/^@/, '').split(/[/:]/).slice(-2).join('-').toLowerCase()
  return `supply-chain.${advisory.ecosystem}.${name}.${advisory.id.toLowerCase()}`
}

/** Chooses `count` rules for code: every family and every critical rule first; made-to-order ones of Acme's teams after the last. */
function chooseCodeRules(count: number, random: Random): { rule: CodeRule; team: string | null }[] {
  const all = [...codeRules()]
  const first: CodeRule[] = []
  const others: CodeRule[] = []
  const seen = new Set<string>()
  for (const rule of all) {
    const kind = `${rule.family.key} ${rule.language}`
    if (seen.has(kind) && rule.severity !== 'critical' && !frequentPaths.has(rule.path)) others.push(rule)
    else first.push(rule)
    seen.add(kind)
  }
  const chosen: { rule: (typeof others)[number]; team: string | null }[] = [
    ...first,
    ...random.shuffle(others),
  ].map((rule) => ({ rule, team: null }))
  for (const team of policies.customRuleTeams) {
    if (chosen.length >= count) break
    chosen.push(...all.map((rule) => ({ rule, team })))
  }
  return chosen.slice(0, count).sort((left, right) => (left.rule.path < right.rule.path ? -1 : 1))
}

/** Writes rules, policies and their modes, and gives the book that findings are drawn from. */
export function* writeRuleBook(options: BookOptions): Generator<DemoRow, RuleBook> {
  const { deploymentId, ids, today } = options
  const random = new Random(options.seed, 'rules')
  const writer = new RuleWriter(options, random)
  yield* writeAdvisoryRules(writer, random)
  yield* writeSecretRules(writer)
  yield* writeCodeRules(writer, options.count - writer.rules.length, random)
  return yield* writePolicies({ deploymentId, ids, today, random, rules: writer.rules })
}

function* writeAdvisoryRules(writer: RuleWriter, random: Random): Generator<DemoRow> {
  for (const advisory of advisories) {
    yield* writer.write(
      {
        path: advisoryPath(advisory),
        type: 'sca',
        severity: advisory.severity,
        confidence: random.chance(0.1) ? null : 'high',
        title: `${advisory.title} (${advisory.package})`,
        message: `${advisory.summary}\n\nAffected: \`${advisory.package}\` ${rangeOf(advisory)}. ${advisory.fixed ? `Fixed in **${advisory.fixed}**.` : 'There is no fixed version.'}`,
        advisory,
      },
      {
        category: random.chance(0.04) ? null : 'security',
        cwe: [cweLabel(advisory.cwe)],
        owasp: owaspLabels('components'),
        kind: ['vuln'],
        classes: [advisory.malicious ? 'Malicious Package' : 'Vulnerable Dependency'],
        languages: advisory.usage ? [advisory.usage.language] : [],
        technologies: [advisory.ecosystem],
      },
    )
  }
}

function* writeSecretRules(writer: RuleWriter): Generator<DemoRow> {
  for (const secret of secrets.kinds) {
    yield* writer.write(
      {
        path: `secrets.${secret.type.toLowerCase().replaceAll(' ', '-')}.${secret.slug}`,
        type: 'secrets',
        severity: secret.severity,
        confidence: secret.hasValidator ? 'high' : secret.severity === 'low' ? 'low' : 'medium',
        title: secret.title,
        message: secretMessage(secret),
        secret,
      },
      {
        category: 'security',
        cwe: [cweLabel(secrets.cwe)],
        owasp: owaspLabels(secrets.owasp),
        kind: ['vuln'],
        classes: [secrets.vulnerabilityClass],
        languages: [],
        technologies: ['secrets'],
      },
    )
  }
}

function* writeCodeRules(writer: RuleWriter, count: number, random: Random): Generator<DemoRow> {
  for (const { rule, team } of chooseCodeRules(count, random)) {
    const { family } = rule
    yield* writer.write(
      {
        path: team === null ? rule.path : `acme.${team}.${rule.path}`,
        type: 'sast',
        severity: rule.severity,
        confidence: random.chance(0.02) ? null : family.confidence,
        title: team === null ? rule.title : `${rule.title} (Acme ${team})`,
        message: rule.message,
        code: rule,
      },
      {
        category: random.chance(0.02) ? null : (family.category ?? 'security'),
        cwe: random.chance(0.02) ? [] : rule.cweNames,
        owasp: family.category ? [] : rule.owaspNames,
        kind: [family.subcategory],
        classes: [family.vulnerabilityClass],
        languages: rule.languages,
        technologies: rule.technologies,
        custom: team !== null,
      },
    )
  }
}

function* writePolicies(options: {
  deploymentId: number
  ids: Ids
  today: number
  random: Random
  rules: BookRule[]
}): Generator<DemoRow, RuleBook> {
  const { deploymentId, ids, random, rules, today } = options
  const slugs = new Map<number, string>()
  const policy = function* (
    { name, slug }: { name: string; slug: string },
    product: (typeof productTypes)[number],
    isDefault: boolean,
    tags: readonly string[] = [],
  ): Generator<DemoRow, number> {
    const id = ids.next('policy')
    slugs.set(id, slug)
    yield {
      table: 'policy',
      row: {
        id,
        deployment_id: deploymentId,
        name,
        slug,
        product_type: toCode(productTypes, product),
        is_default: isDefault ? 1 : 0,
        scope: toCode(policyScopes, tags.length > 0 ? 'some' : 'unchosen'),
        projects_json: '[]',
        tags_json: JSON.stringify(tags),
        deleted_at: null,
      },
    }
    return id
  }
  const defaults: Record<FindingType, number> = {
    sast: yield* policy(policies.defaults.sast, 'PRODUCT_TYPE_SAST', true),
    sca: yield* policy(policies.defaults.sca, 'PRODUCT_TYPE_SCA', true),
    secrets: yield* policy(policies.defaults.secrets, 'PRODUCT_TYPE_SECRETS', true),
  }
  const paymentsPolicyId = yield* policy(policies.payments, 'PRODUCT_TYPE_SAST', false, ['pci'])
  const platformPolicyId = yield* policy(policies.platform, 'PRODUCT_TYPE_SAST', false, ['team-platform'])

  const usual = new Deck(random, [
    ['MODE_MONITOR', 42],
    ['MODE_COMMENT', 34],
    ['MODE_BLOCK', 14],
    ['MODE_DISABLED', 10],
  ] as const)
  const strict = new Deck(random, [
    ['MODE_BLOCK', 55],
    ['MODE_COMMENT', 30],
    ['MODE_MONITOR', 10],
    ['MODE_DISABLED', 5],
  ] as const)
  const changes: PastChange[] = []
  for (const [index, rule] of rules.entries()) {
    // A few rules were taken out of every policy; their findings have no sourcing policy.
    if (rule.code && index % 45 === 20) continue
    const holding = [defaults[rule.type]]
    if (rule.code && rule.severity !== 'low' && !platformLanguages.has(rule.code.language))
      holding.push(paymentsPolicyId)
    if (rule.code && platformLanguages.has(rule.code.language)) holding.push(platformPolicyId)
    rule.policyIds = holding
    for (const [position, policyId] of holding.entries()) {
      const mode = (position === 0 ? usual : strict).draw()
      const changed = random.chance(0.35)
      const at = changed ? today - random.integer(1, 88) * day - random.integer(0, 20) * hour : null
      const by = changed ? random.pick(people).name : null
      yield {
        table: 'policy_rule',
        row: {
          policy_id: policyId,
          rule_id: rule.id,
          deployment_id: deploymentId,
          mode: toCode(policyModes, mode),
          last_change_at: at,
          last_change_by: by,
          version: changed ? 2 : 1,
        },
      }
      if (at !== null && by !== null) {
        const from = mode === 'MODE_MONITOR' ? 'MODE_COMMENT' : 'MODE_MONITOR'
        changes.push({
          policyId,
          policy: slugs.get(policyId) ?? '',
          rulePath: rule.path,
          ruleId: rule.id,
          at,
          by,
          from,
          to: mode,
        })
      }
    }
  }
  yield* writeHistory({ deploymentId, ids, changes })
  return { rules, paymentsPolicyId, platformPolicyId }
}

interface PastChange {
  policyId: number
  /** Its slug. */
  policy: string
  rulePath: string
  ruleId: number
  at: number
  by: string
  from: (typeof policyModes)[number]
  to: (typeof policyModes)[number]
}

/** Why somebody said that a rule blocks, or does not act any more. */
const reasons: Partial<Record<PastChange['to'], readonly string[]>> = {
  MODE_BLOCK: notes.policyChange.blocking,
  MODE_DISABLED: notes.policyChange.disabled,
}

/** The changes that brought the rules to their modes, the oldest first: a history is read by its ids. */
function* writeHistory(options: {
  deploymentId: number
  ids: Ids
  changes: readonly PastChange[]
}): Generator<DemoRow, void> {
  const { deploymentId, ids, changes } = options
  for (const { policyId, policy, rulePath, ruleId, at, by, from, to } of changes.toSorted(
    (a, b) => a.at - b.at,
  )) {
    const id = ids.next('policy_change')
    const why = reasons[to]
    const note = why?.[id % why.length] ?? null
    yield {
      table: 'policy_change',
      row: {
        id,
        deployment_id: deploymentId,
        policy_id: policyId,
        at,
        actor: by,
        note,
        count: 1,
        puts_back: null,
      },
    }
    yield {
      table: 'policy_change_item',
      row: {
        deployment_id: deploymentId,
        change_id: id,
        place: 0,
        rule_id: ruleId,
        from_mode: toCode(policyModes, from),
        to_mode: toCode(policyModes, to),
      },
    }
    yield {
      table: 'audit_event',
      row: {
        deployment_id: deploymentId,
        at,
        actor: by,
        action: 'policy.changed',
        target: rulePath,
        detail_json: JSON.stringify({
          policyId: String(policyId),
          policy,
          changeId: String(id),
          note,
          count: 1,
          changes: [{ rulePath, from, to }],
        }),
      },
    }
  }
}
