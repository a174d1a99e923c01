import { reachabilities, toCode, transitivities } from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import type { Advisory } from '../advisories/advisory.ts'
import { Deck, type Random } from '../random.ts'
import { languages } from '../rules/languages.ts'
import { fill } from '../rules/slots.ts'
import { type Content, noColumns, type ProjectContext, takeLines } from './content.ts'
import { lockLines } from './lock-lines.ts'
import { entryKey, type Lockfile } from './lockfiles.ts'
import type { BookRule } from './rule-writer.ts'

type Reachability = (typeof reachabilities)[number]

export interface DependencyDecks {
  reachability: Deck<Reachability>
  transitivity: Deck<(typeof transitivities)[number]>
}

/** How supply-chain findings reach what they are about, by their shares. */
export function dependencyDecks(random: Random): DependencyDecks {
  return {
    reachability: new Deck(random, [
      ['reachable', 24],
      ['always_reachable', 9],
      ['conditionally_reachable', 20],
      ['unreachable', 27],
      ['unknown', 20],
    ]),
    transitivity: new Deck(random, [
      ['direct', 35],
      ['transitive', 55],
      ['unknown', 10],
    ]),
  }
}

interface Draft {
  content: Content
  lockfile: Lockfile
  version: string
  fixed: string | undefined
}

/**
 * A finding about a dependency. The version goes into the lockfile that `place` chooses later, so that list and
 * dependencies agree. Null where the project has the same finding already.
 */
export function dependencyFinding(
  rule: BookRule,
  advisory: Advisory,
  lockfiles: readonly Lockfile[],
  decks: DependencyDecks,
  context: ProjectContext,
  taken: Set<string>,
): Draft | null {
  const { random } = context
  const fitting = lockfiles.filter((file) => file.ecosystem === advisory.ecosystem)
  if (fitting.length === 0) return null
  const lockfile = random.pickEarly(fitting, 3)
  const version = random.pickEarly(advisory.versions, 3)
  const reachability = possible(advisory, decks.reachability.draw())
  const usage =
    reachability === 'reachable' || (reachability === 'conditionally_reachable' && advisory.usage)
      ? usageOf(advisory, context)
      : null
  const key = [advisory.id, lockfile.path, version, usage?.path ?? ''].join(' ')
  if (taken.has(key)) return null
  taken.add(key)
  const pinned = { name: advisory.package, version, license: advisory.license }
  const lines = lockLines(lockfile, pinned)
  // The line that names the package; Maven names group and artefact on lines of their own.
  const named = Math.max(
    0,
    lines.findIndex((line) => line.includes(advisory.package.split(':').at(-1) ?? '')),
  )
  const text = lines[named] ?? ''
  const column = text.search(/\S/)
  const document: FindingDocument = {}
  if (advisory.fixed) document.fix_recommendations = [{ package: advisory.package, version: advisory.fixed }]
  else if (random.chance(0.5)) document.fix_recommendations = []
  if (random.chance(0.04)) document.rule_message = null
  if (reachability === 'conditionally_reachable') document.reachable_condition = advisory.condition ?? null
  const content: Content = {
    rule,
    path: random.chance(0.98) ? lockfile.path : null,
    startLine: 1,
    match: random.chance(0.98)
      ? { line: named, column: column + 1, endLine: named, endColumn: text.length + 1 }
      : null,
    key,
    matched: entryKey(advisory.package, version),
    columns: {
      ...noColumns,
      reachability: toCode(reachabilities, reachability),
      transitivity: toCode(transitivities, decks.transitivity.draw()),
      is_malicious: advisory.malicious ? 1 : 0,
      advisory: random.chance(0.02) ? null : advisory.id,
      package: advisory.package,
      package_version: version,
      ecosystem: advisory.ecosystem,
      epss_score: advisory.epss?.score ?? null,
      epss_percentile: advisory.epss?.percentile ?? null,
      fix_available: advisory.fixed ? 1 : 0,
    },
    document,
    detail: (start) => ({
      code: { startLine: start, lines },
      dataFlow: usage ? [{ kind: 'sink', location: usage.location, code: usage.code }] : null,
      fix: null,
      references: [advisoryUrl(advisory.id), `https://cwe.mitre.org/data/definitions/${advisory.cwe}.html`],
    }),
  }
  if (usage) {
    document.usage = { location: usage.location }
    if (random.chance(0.12)) {
      const number = random.integer(100, 9000)
      document.usage.external_ticket = {
        id: number,
        externalSlug: `PLAT-${number}`,
        url: `https://tracker.acme.example/browse/PLAT-${number}`,
      }
    }
  }
  return { content, lockfile, version, fixed: advisory.fixed }
}

/** What can be said of an advisory's reach: "reachable" needs a known call, a condition needs its text. */
function possible(advisory: Advisory, wanted: Reachability): Reachability {
  if (advisory.malicious) return 'always_reachable'
  if (wanted === 'reachable' && !advisory.usage) return 'unreachable'
  if (wanted === 'conditionally_reachable' && !advisory.condition)
    return advisory.usage ? 'reachable' : 'unknown'
  return wanted
}

function usageOf(advisory: Advisory, context: ProjectContext) {
  const { usage } = advisory
  if (!usage) return null
  const { random, plan } = context
  const names = {
    entity: random.pick(plan.nouns),
    field: 'value',
    package: context.package,
    pipeline: 'build',
    verb: 'load',
  }
  const path = fill(random.pick(languages[usage.language].paths), names, usage.language)
  const start = usage.code.indexOf('«')
  const end = usage.code.indexOf('»') - 1
  const text = usage.code.replace(/[«»]/g, '')
  const line = takeLines(context, path, 1, false)
  return {
    path,
    code: text,
    location: { filePath: path, line, column: start + 1, endLine: line, endColumn: end + 1 },
  }
}

function advisoryUrl(id: string): string {
  if (id.startsWith('CVE-')) return `https://nvd.nist.gov/vuln/detail/${id}`
  if (id.startsWith('RUSTSEC-')) return `https://rustsec.org/advisories/${id}.html`
  return `https://osv.dev/vulnerability/${id}`
}

/** Puts into the lockfile what the finding's standing asks for: the flawed version, or the one that fixed it. */
export function pin({ lockfile, version, fixed, content }: Draft, gone: boolean): void {
  const name = content.columns.package ?? ''
  const license = content.rule.advisory?.license ?? 'MIT'
  const wanted = gone ? fixed : version
  if (wanted !== undefined) lockfile.needed.set(entryKey(name, wanted), { name, version: wanted, license })
}

export type { Draft as DependencyDraft }
