import { getFinding } from '#contract/operations/findings.ts'
import { resolveMatch } from '#contract/operations/matches.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

type Result = ReturnType<typeof result>

/** A result whose code identifies it, without a fingerprint. */
export function coded(path: string, text: string, line: number, rule = 'r'): Result {
  const one = result(rule, path, text, line)
  return { ...one, extra: { ...one.extra, fingerprint: 'requires login' } }
}

/** A service to which one scan after another is sent, a minute apart, each of its own commit. */
export async function startHistory() {
  const service = await startTestService()
  let commit = 0
  const scan = async (results: Result[], query: Record<string, string> = {}) => {
    service.clock.now += 60_000
    return (await upload(service, semgrep(results), { commit: String(++commit), ...query })).body
  }
  const read = async (id: number) => (await service.call(getFinding, { path: { id } })).body
  /** What stands where: the status by path and line. */
  const standing = async (query: Record<string, string> = {}) => {
    const matches = await codeFindings(service, query)
    return Object.fromEntries(
      matches.map((one) => [`${one.location?.filePath}:${one.location?.line}`, one.status]),
    )
  }
  const idAt = async (place: string, query: Record<string, string> = {}) => {
    const matches = await codeFindings(service, query)
    const one = matches.find(({ location }) => `${location?.filePath}:${location?.line}` === place)
    if (!one) throw new Error(`nothing stands at ${place}`)
    return one.id
  }
  const decide = (id: number, state = 'ignored') =>
    service.call(triage, {
      body: {
        issue_type: 'sast',
        issue_ids: [id],
        new_triage_state: state,
        ...(state === 'ignored' ? { new_triage_reason: 'false_positive', new_note: 'Harmless.' } : {}),
      },
    })
  const resolve = (id: number, matchId: string | undefined, same: boolean) =>
    service.call(resolveMatch, { path: { id, matchId: matchId ?? 'none' }, body: { same } })
  const undo = (changeId: string | null) => service.call(undoTriage, { path: { change_id: changeId ?? '' } })
  return { service, scan, read, standing, idAt, decide, resolve, undo }
}
