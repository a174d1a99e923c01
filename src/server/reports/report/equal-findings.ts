import { digest } from '#server/base/credentials/digests.ts'
import type { ReportedFinding } from './report.ts'

/**
 * Finds repetitions: findings that are equal in rule, place, message, fingerprints and data flow, and in what else they are
 * about. Source: docs/api.md#identity.
 */
export class EqualFindings {
  readonly #findings: readonly ReportedFinding[]
  /** What the file says of each finding besides. */
  readonly #sent: string[] = []
  /** Findings by id, as their index: nearly all are alone, and only of others is the content compared. */
  readonly #byId = new Map<string, number | Map<string, number>>()
  /** Long messages stand for many findings, so they are hashed once. */
  readonly #messages = new Map<string | null, number>()

  /** @param findings those that came before, to which each one that repeats none is added next. */
  constructor(findings: readonly ReportedFinding[]) {
    this.#findings = findings
  }

  /**
   * An equal finding that came before; null if there is none, and later ones are compared with this one.
   * @param sent what the file says of it besides.
   */
  earlier(finding: ReportedFinding, sent: string): ReportedFinding | null {
    const id = finding.matchBasedId
    const index = this.#findings.length
    const known = this.#byId.get(id)
    if (known === undefined) {
      this.#sent[index] = sent
      this.#byId.set(id, index)
      return null
    }
    const all = typeof known === 'number' ? this.#alone(known) : known
    this.#byId.set(id, all)
    const content = this.#contentOf(finding, sent)
    const equal = all.get(content)
    if (equal !== undefined) return this.#findings[equal] ?? null
    all.set(content, index)
    return null
  }

  #alone(index: number): Map<string, number> {
    const finding = this.#findings[index]
    return new Map(finding ? [[this.#contentOf(finding, this.#sent[index] ?? ''), index]] : [])
  }

  #contentOf(finding: ReportedFinding, sent: string): string {
    const { kind, rulePath, location, message, evidence, dataFlow } = finding
    const about = [kind, rulePath, location, this.#numberOf(message), evidence.message, aboutOf(finding)]
    return digest(JSON.stringify([...about, dataFlow, sent]))
  }

  #numberOf(message: string | null): number {
    const known = this.#messages.get(message) ?? this.#messages.size
    this.#messages.set(message, known)
    return known
  }
}

/** What a finding is about beside its place. */
function aboutOf(finding: ReportedFinding): unknown {
  switch (finding.kind) {
    case 'code':
      return finding.resource
    case 'supplyChain':
      return [finding.foundDependency, finding.vulnerabilityIdentifier]
    case 'secret':
      return [finding.secretType, finding.secretHash, finding.historicalInfo]
  }
}
