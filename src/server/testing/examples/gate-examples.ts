import type { Example } from './example.ts'
import { project } from './example-fixtures.ts'

/** Verdicts on commits. */
export const gateExamples: Record<string, Example> = {
  getGate: {
    request: (place) => project(place, { query: { commit: '9f2c1ab', ref: 'refs/heads/main' } }),
    statements: 30,
  },
  getScanGate: { request: ({ scan }) => ({ path: { scanId: scan } }), statements: 30 },
  evaluateGate: {
    request: (place) => project(place, { body: { commit: '9f2c1ab', changed_files: ['src/app.py'] } }),
    statements: 30,
  },
  listGateVerdicts: { request: (place) => project(place) },
}
