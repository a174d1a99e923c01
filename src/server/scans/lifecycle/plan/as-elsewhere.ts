import { sql } from 'kysely'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { Candidate } from '../../matching/candidates.ts'
import { haveSameAdvisory } from '../../matching/dependencies.ts'
import { codeKey } from '../../matching/file.ts'
import type { Pairing } from '../../matching/pairing.ts'
import { secretKey } from '../../matching/secrets.ts'
import { type StoredFinding, storedFindings } from './known-findings.ts'
import { completeTokens } from './old-evidence.ts'

interface AsElsewhere {
  pairing: Pairing
  stored: readonly StoredFinding[]
  /** Whether the run covers where a finding stood. */
  isGone(one: StoredFinding): boolean
  /** Gives findings of other refs the ids under which the run reports their rules and advisories. */
  follow(others: readonly StoredFinding[]): void
}

/**
 * Pairs findings that are gone, or whose code changed, with what another ref has of the same flaw in the same file: there
 * somebody said, or version control, that it is the same, and nobody has to say it again once that is merged.
 */
export async function pairAsElsewhere(
  reader: Reader,
  { deploymentId, refId }: { deploymentId: number; refId: number },
  { pairing, stored, isGone, follow }: AsElsewhere,
): Promise<void> {
  const isChanged = (reported: number) => pairing.basisOf(reported) === 'changed_code'
  const known = stored.flatMap((one, each): [number, number][] => {
    const isMissing = pairing.isFreeKnown(each) ? isGone(one) : isChanged(pairing.reportedOf(each))
    return one.open && one.isShared && isMissing ? [[one.flawId, each]] : []
  })
  const isUnsettled = (each: number) => pairing.isFreeReported(each) || isChanged(each)
  if (known.length === 0 || !pairing.reported.keys().some(isUnsettled)) return
  const knownOf = new Map(known)
  const own = known.map(([, each]) => stored[each]?.id ?? 0)
  const ids = await differingElsewhere(reader, { deploymentId, refId }, own)
  if (ids.length === 0) return
  const others = await storedFindings(reader, deploymentId, { ids })
  completeTokens(others, pairing.reported)
  follow(others)
  const paths = new Set(others.map(({ path }) => path))
  // Those that are settled count, too: of equal ones in a file nothing tells which one it is.
  const reported = Map.groupBy(
    pairing.reported.keys().filter((each) => paths.has(pairing.reportedAt(each).path)),
    (each) => contentOf(pairing.reportedAt(each)),
  )
  reported.delete(null)
  for (const other of others) {
    const one = knownOf.get(other.flawId)
    if (one === undefined) continue
    const [found, another] = (reported.get(contentOf(other)) ?? []).filter(
      (each) => other.dependency === null || haveSameAdvisory(pairing, one, each),
    )
    if (found === undefined || another !== undefined) continue
    const wasChanged = pairing.knownOf(found) === one
    if (wasChanged) pairing.release(found)
    const basis = other.path === pairing.knownAt(one).path ? 'similar_code' : 'relocated'
    if (!pairing.pair(one, found, basis) && wasChanged) pairing.pair(one, found, 'changed_code')
  }
}

/** What other refs have of the flaws of findings in another file, or with other content: on most refs it is the same. */
async function differingElsewhere(
  reader: Reader,
  { deploymentId, refId }: { deploymentId: number; refId: number },
  own: readonly number[],
): Promise<number[]> {
  const content = (name: string) => sql`concat_ws(' ', ${sql.ref(`${name}.path`)},
    ${sql.ref(`${name}.package_version`)}, ${sql.ref(`${name}.resource`)},
    (select coalesce(tokens, code) from finding_evidence as evidence
      where evidence.deployment_id = ${deploymentId} and evidence.finding_id = ${sql.ref(`${name}.id`)}))`
  const { rows } = await sql<{ id: number }>`
    select other.id from finding as own join finding as other
      on other.deployment_id = own.deployment_id and other.flaw_id = own.flaw_id and other.ref_id <> ${refId}
    where own.deployment_id = ${deploymentId} and own.id in ${valuesOf(own)}
      and ${content('other')} <> ${content('own')}
    order by other.id`.execute(reader)
  return rows.map(({ id }) => id)
}

/** What tells a finding of a flaw in a file; null where nothing but its line does. */
function contentOf(one: Candidate): string | null {
  const { path, resource, dependency, secret } = one
  const content = dependency
    ? JSON.stringify([dependency.name, dependency.version])
    : secret
      ? secretKey(one)
      : codeKey(one)
  return content === null ? null : JSON.stringify([path, resource, content])
}
