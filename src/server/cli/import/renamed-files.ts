import { wholeRef } from '#lib/text/ref-label.ts'
import type { Sender } from '#server/operations/client/connection.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'
import { askGate } from '../gate/verdict.ts'
import { checkoutUri, commitOf, renamedFiles } from '../git.ts'

/** What was scanned, as the command line says. */
export interface ScannedCommit {
  project: string
  /** null for the one that is checked out. */
  commit: string | null
  /** null for the primary branch. */
  ref: string | null
  /** null for the primary branch. */
  base: string | null
}

/**
 * The files that git calls renamed since the scanned commit branched off the base, in the checkout that is the working
 * directory. None where git does not know both, such as in a shallow clone.
 */
export async function renamedSinceBase(
  sender: Sender,
  slug: string,
  scanned: ScannedCommit,
): Promise<RenamedFile[]> {
  if (scanned.ref === null) return []
  const commit = await commitOf(scanned.commit ?? 'HEAD')
  if (commit === null) return []
  const base = await baseRef(sender, slug, { ...scanned, commit })
  if (base === null || base === wholeRef(scanned.ref)) return []
  for (const name of namesOf(base, scanned.base === null)) {
    const known = await commitOf(name)
    if (known !== null) return renamedFiles([known], commit)
  }
  return []
}

/** The ref that the service compares with; null for a project that it does not know, which has nothing to compare. */
const baseRef = (sender: Sender, slug: string, scanned: ScannedCommit & { commit: string }) =>
  askGate(sender, slug, { ...scanned, isStrict: false }, { dry_run: true }).then(
    ({ base_ref }) => base_ref,
    () => null,
  )

/**
 * The query of an upload with the checkout that is the working directory, so that absolute paths of tools that ran in it
 * become those of the repository.
 */
export async function withCheckout(query: URLSearchParams): Promise<URLSearchParams> {
  const uri = await checkoutUri()
  return uri === null ? query : new URLSearchParams([...query, ['checkout_uri', uri]])
}

/** What a ref of the repository may be called in a clone. A pipeline often has its branches only as those of `origin`. */
const namesOf = (ref: string, isPrimary: boolean): string[] => [
  ref.replace(/^refs\/heads\//, 'refs/remotes/origin/'),
  ref,
  // A service that was never told otherwise calls the primary branch `main`.
  ...(isPrimary ? ['refs/remotes/origin/HEAD'] : []),
]
