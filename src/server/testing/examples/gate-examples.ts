import { getGate } from '#contract/operations/gate.ts'
import { createScan } from '#contract/operations/scans.ts'
import { result, semgrep } from '../../scans/testing/upload.ts'
import type { Example } from './example.ts'
import type { Place } from './example-fixtures.ts'

const commit = '9f2c1ab'
const path = { projectName: 'acme/gate' }

/** A commit of a pull request with one finding more than the primary branch. @returns the id of its scan. */
async function makeChange({ service, at }: Place): Promise<number> {
  const known = result('xss', 'app.py', 'render(name)', 10)
  const send = async (results: object[], query: Record<string, string>) =>
    (
      await service.call(createScan, {
        path: at,
        query: { project: path.projectName, ...query },
        body: semgrep(results),
      })
    ).body.id
  await send([known], { commit: '1e6d5f0' })
  service.clock.now += 60_000
  return send([known, result('ssrf', 'net.py', 'fetch(url)', 30)], { ref: 'refs/pull/7/merge', commit })
}

async function makeVerdict(place: Place): Promise<void> {
  await makeChange(place)
  await place.service.call(getGate, { path: { ...place.at, ...path }, query: { commit } })
}

/** Verdicts on commits. */
export const gateExamples: Record<string, Example> = {
  getGate: {
    request: async (place) => {
      await makeChange(place)
      return { path, query: { commit } }
    },
    statements: 30,
  },
  getScanGate: {
    request: async (place) => ({ path: { scanId: await makeChange(place) } }),
    statements: 30,
  },
  evaluateGate: {
    request: async (place) => {
      await makeChange(place)
      return { path, body: { commit, changed_files: ['net.py'] } }
    },
    statements: 30,
  },
  listGateVerdicts: {
    request: async (place) => {
      await makeVerdict(place)
      return { path }
    },
  },
}
