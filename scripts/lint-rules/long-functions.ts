/**
 * Files of `src` with a function of more than 60 lines, and the number of lines of the longest one. No file may be
 * added; a number must be lowered when its function gets shorter.
 */
export const longFunctions: ReadonlyMap<string, number> = new Map([
  ['src/server/app.ts', 68],
  ['src/server/dependencies/facets.ts', 91],
  ['src/server/dependencies/routes.ts', 99],
  ['src/server/catalog/deployments/routes.ts', 66],
  ['src/server/http/events/routes.ts', 79],
  ['src/server/findings/export/shared.ts', 61],
  ['src/server/reports/readers/findings-response/secret.ts', 74],
  ['src/server/reports/readers/semgrep/secret.ts', 88],
  ['src/server/reports/readers/semgrep/semgrep.ts', 86],
  ['src/server/triage/bulk/routes.ts', 61],
  ['src/server/catalog/projects/routes.ts', 72],
  ['src/server/sbom/formats/spdx.ts', 63],
  ['src/server/access/tokens/authenticate.ts', 83],
])
