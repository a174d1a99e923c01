import { digest } from '#server/credentials/digests.ts'
import type { ReportedFinding } from './report.ts'

/**
 * Finds repetitions: findings that are equal in rule, place, message, fingerprints and data flow, and in what else they are
 * about. Source: docs/api.md#identity.
 */
export class EqualFindings {
  /** Findings by id: nearly all are alone, and only of others is the content compared. */
  readonly #byId = new Map<string, Known | Map<string, ReportedFinding>>()
  /** Long messages stand for many findings, so they are hashed once. */
  readonly #messages = new Map<string | null, number>()

  /**
   * An equal finding that came before; null if there is none, and later ones are compared with this one.
   * @param sent what the file says of it besides.
   */
  earlier(finding: ReportedFinding, sent: string): ReportedFinding | null {
    const id = finding.matchBasedId
    const known = this.#byId.get(id)
    if (known === undefined) {
      this.#byId.set(id, { finding, sent })
      return null
    }
    const all = known instanceof Map ? known : new Map([[this.#contentOf(known), known.finding]])
    this.#byId.set(id, all)
    const content = this.#contentOf({ finding, sent })
    const equal = all.get(content) ?? null
    if (equal === null) all.set(content, finding)
    return equal
  }

  #contentOf({ finding, sent }: Known): string {
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

type Known = { finding: ReportedFinding; sent: string }

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
