import { saltedEvidence, saltedId } from '#server/base/credentials/digests.ts'
import { UrlMasker } from '#server/base/credentials/url-masker.ts'
import { renamePaths } from '../report/relocate-run.ts'
import type { ReportedEvidence, ReportedFinding, ReportedRun } from '../report/report.ts'

/**
 * Takes credentials out of the URLs in all texts of a run. What they were in says `[removed]` in their place.
 * @param salted replaces ids and digests that could be guessed from, or that hold one.
 * Source: docs/decisions/0140-credentials-in-urls.md
 */
export function maskUrlsInRun(run: ReportedRun, salted: (text: string) => string): void {
  const masker = new RunMasker(keptKeys)
  for (const [index, finding] of run.findings.entries()) run.findings[index] = masker.finding(finding, salted)
  for (const [index, rule] of run.rules.entries()) run.rules[index] = masker.value(rule)
  run.errors = masker.value(run.errors)
  run.failure = masker.value(run.failure)
  run.revision = masker.value(run.revision)
  if (run.revision) run.revision.repositoryUrl = withoutUser(run.revision.repositoryUrl)
  run.tool = masker.value(run.tool)
  run.source = masker.value(run.source)
  if (run.formerPaths) run.formerPaths = masker.value(run.formerPaths)
  const { coverage, lockfiles } = run
  coverage.failedRules = masker.value(coverage.failedRules)
  coverage.disabledRules = masker.value(coverage.disabledRules)
  for (const lockfile of lockfiles ?? []) lockfile.path = masker.text(lockfile.path)
  renamePaths(run, (path) => masker.text(path))
  if (lockfiles && masker.hasChanged) keepApart(lockfiles)
}

/** The address of a repository, which links begin with, without what stands for a user. */
const withoutUser = (url: string | null) =>
  url?.replace(/^([a-z+]+:\/\/)[^/@[]*\[removed\][^/@]*@/i, '$1') ?? null

/** Two lockfiles whose paths differed by what is gone stay two. */
function keepApart(lockfiles: NonNullable<ReportedRun['lockfiles']>): void {
  const paths = new Set<string>()
  for (const lockfile of lockfiles) {
    const { path } = lockfile
    lockfile.path = path
    for (let copy = 2; paths.has(lockfile.path); copy++) lockfile.path = `${path} (${copy})`
    paths.add(lockfile.path)
  }
}

/** Fields with our own values, and those that are changed in their own way. */
const keptKeys = new Set(
  'kind severity confidence evidence secretHash formerId validationState reachability transitivity matchBasedId syntacticId product sourceKind'.split(
    ' ',
  ),
)

class RunMasker extends UrlMasker {
  finding(finding: ReportedFinding, salted: (text: string) => string): ReportedFinding {
    const masked = this.value(finding)
    // What identifies a secret has no text that could be guessed.
    if (finding.kind === 'secret') return masked
    const { matchBasedId, syntacticId, evidence } = masked
    const isGuessable = masked.code !== finding.code || masked.dataFlow !== finding.dataFlow
    const idOf = (id: string) => {
      if (this.text(id) !== id) return salted(id)
      return isGuessable || masked.message !== finding.message ? saltedId(id, salted) : id
    }
    const clean = {
      matchBasedId: idOf(matchBasedId),
      syntacticId: idOf(syntacticId),
      evidence: this.#evidence(evidence, { isGuessable, isSaid: masked.message === finding.message }, salted),
    }
    const isSame = clean.matchBasedId === matchBasedId && clean.syntacticId === syntacticId
    return isSame && clean.evidence === evidence ? masked : { ...masked, ...clean }
  }

  #evidence(
    evidence: ReportedEvidence,
    { isGuessable, isSaid }: { isGuessable: boolean; isSaid: boolean },
    salted: (text: string) => string,
  ): ReportedEvidence {
    const { fingerprint, otherFingerprint } = evidence
    const print = <T extends typeof fingerprint>(one: T): T =>
      one === null || this.text(one.value) === one.value ? one : { ...one, value: salted(one.value) }
    const clean = { ...evidence, fingerprint: print(fingerprint), otherFingerprint: print(otherFingerprint) }
    // The masked message counts from now on: a digest of the one that was sent could be guessed.
    if (!isSaid) delete clean.message
    if (isGuessable) return saltedEvidence(clean, salted)
    const isSame = clean.fingerprint === fingerprint && clean.otherFingerprint === otherFingerprint
    return isSame && isSaid ? evidence : clean
  }
}
