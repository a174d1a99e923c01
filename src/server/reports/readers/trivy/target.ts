import { distributionIn } from '../../values/ecosystems.ts'
import { filePath } from '../../values/paths.ts'
import type { Scanned } from './entries.ts'

/** The path of what was scanned, as in Trivy's SARIF: of a distribution the repository of its image. */
export function pathOf(scanned: Scanned): string {
  const path = scanned.class === 'os-pkgs' ? imageRepository(scanned.target) : scanned.target
  return filePath(path) ?? 'packages'
}

/** `ghcr.io/acme/shop:1.2 (debian 12.5)` is `acme/shop`, `alpine:3.20 (alpine 3.20.1)` is `library/alpine`. */
export function imageRepository(target: string): string {
  const name = target.replace(/\s*\(.*$/s, '')
  const untagged = name.replace(/@sha256:[0-9a-f]{64}$/, '').replace(/:[\w.-]{1,128}$/, '')
  const slash = untagged.indexOf('/')
  const first = untagged.slice(0, Math.max(0, slash))
  const hasRegistry = /[.:]/.test(first) || first === 'localhost'
  const repository = hasRegistry ? untagged.slice(slash + 1) : untagged
  if (!/^[a-z0-9._/-]{2,255}$/.test(repository)) return name
  return !hasRegistry && slash < 0 ? `library/${repository}` : repository
}

/** The distribution of an image, whose release follows its name: `ghcr.io/acme/shop:1.2 (debian 12.5)`. */
export function distributionOf({ target, type }: Scanned): string | null {
  const [, release] = /\(([^()]{1,200})\)$/.exec(target.trimEnd().slice(-300)) ?? []
  return distributionIn(type) === null ? null : (distributionIn(release ?? null) ?? type)
}
