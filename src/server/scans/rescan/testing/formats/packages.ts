import type { Inventory } from '../packages.ts'
import { dependabot } from './alerts.ts'
import { cycloneDx } from './cyclonedx.ts'
import { dependencyCheck } from './dependency-check.ts'
import type { Format } from './format.ts'
import { gitLabPackages } from './gitlab.ts'
import { grype } from './grype.ts'
import { osvScanner } from './osv-scanner.ts'
import { plainPackages } from './plain.ts'
import { snyk } from './snyk.ts'
import { trivy } from './trivy.ts'

/** The formats of scanners that report packages of several lockfiles, each kind of file once. */
export const packageFormats: readonly Format<Inventory>[] = [
  cycloneDx,
  dependabot,
  dependencyCheck,
  gitLabPackages,
  grype,
  osvScanner,
  plainPackages,
  snyk,
  trivy,
]
