import type { Inventory } from '#server/scans/rescan/testing/packages.ts'
import { type Flaw, flawLine, type Line, type Repository } from '#server/scans/rescan/testing/repository.ts'
import { secretValue } from '#server/scans/rescan/testing/subjects.ts'

const files = 400
const rules = 200
const manifests = 20
const advisories = 500

const flawAt = (index: number): Flaw => ({
  truth: `flaw ${index}`,
  rule: `bench.rule-${index % rules}`,
  code: `call(request.query.value${index}, "${(index * 7919) % 1000}")`,
  message: `Rule ${index % rules} found a value from a request in a call that trusts it.`,
})

const secretAt = (index: number): Flaw => ({
  truth: `secret ${index}`,
  rule: 'github-pat',
  code: secretValue('github-pat', `bench ${index}`),
  message: 'A token of GitHub was found.',
})

/** Four hundred files, in which every second line has a flaw. */
const repositoryOf =
  (flaw: (index: number) => Flaw, frame: string) =>
  (count: number, moved: boolean): Repository => {
    const lines: Line[][] = Array.from({ length: files }, (_, file) =>
      Array.from({ length: moved ? 3 : 0 }, (__, line) => ({ text: `import module_${file}_${line}` })),
    )
    for (let index = 0; index < count; index++)
      lines[index % files]?.push({ text: `  log("step ${index}")` }, flawLine(flaw(index), frame))
    return new Map(lines.map((content, file) => [`src/module-${file}/handler.ts`, content]))
  }

/** Flaws in code, each of another text. */
export const codeIn = repositoryOf(flawAt, '  {}')
/** Secrets, each with another value. */
export const secretsIn = repositoryOf(secretAt, '  token = "{}"')

/** Vulnerable packages in twenty lockfiles; every sixty of them share an advisory. */
export function packagesIn(count: number, moved: boolean): Inventory {
  const known = Array.from({ length: advisories }, (_, index) => ({
    name: `advisory ${index}`,
    ghsa: `GHSA-${['a', 'b', 'c'].map((part) => `${part}${String(index).padStart(3, '0')}`).join('-')}`,
    cve: `CVE-2024-${10_000 + index}`,
  }))
  return Array.from({ length: count }, (_, index) => {
    const advisory = known[index % known.length]
    return {
      truth: `package ${index}`,
      name: `package-${Math.floor(index / manifests)}`,
      version: moved ? '1.4.1' : '1.4.0',
      manifest: `app-${index % manifests}/package-lock.json`,
      advisories: advisory ? [advisory] : [],
    }
  })
}
