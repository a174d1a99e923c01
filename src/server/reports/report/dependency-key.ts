import { artifactOf } from '#server/base/purl.ts'
import type { ReportedDependency } from './report.ts'

/** Equal for dependencies of a lockfile that are one: the same artifact of the same version of a package. */
export const dependencyKey = ({
  ecosystem,
  name,
  version,
  purl,
}: Pick<ReportedDependency, 'ecosystem' | 'name' | 'version' | 'purl'>): string =>
  JSON.stringify([ecosystem, name, version, artifactOf(purl)])
