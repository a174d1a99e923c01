import { filePath } from './paths.ts'

const lockfileNames = new Set(
  [
    'package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock deno.lock',
    'poetry.lock pipfile.lock uv.lock pdm.lock pylock.toml pyproject.toml setup.py setup.cfg',
    'go.mod go.sum cargo.lock pom.xml gradle.lockfile build.gradle build.gradle.kts libs.versions.toml build.sbt',
    'gemfile.lock composer.lock packages.lock.json packages.config project.assets.json paket.lock',
    'pubspec.lock package.resolved podfile.lock cartfile.resolved mix.lock rebar.lock conan.lock stack.yaml.lock',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a file of this name lists a project's dependencies. */
export function isLockfile(path: string): boolean {
  const base = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return (
    lockfileNames.has(base) ||
    /^requirements[\w.-]*\.txt$/.test(base) ||
    /\.(?:cs|fs|vb)proj$|\.deps\.json$/.test(base)
  )
}

/** The path of a lockfile in the repository; null if the text contains none. */
export function lockfilePath(value: unknown): string | null {
  const path = filePath(value)?.replace(/^\/+/, '')
  return path && isLockfile(path) ? path : null
}
