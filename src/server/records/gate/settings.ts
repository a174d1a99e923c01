import type { gateVerdicts } from '#contract/vocabulary.ts'
import { wholeRef } from '#lib/text/ref-label.ts'
import { parseStored } from '#server/db/stored-json.ts'

type GateVerdict = (typeof gateVerdicts)[number]

/** What a project requires of the gate. Source: docs/gate.md#settings. */
export interface GateSettings {
  /** Sources without which there is no verdict; any category of the tool where it is null. */
  required_sources: { tool: string; category: string | null }[]
  /** The project's protected refs, and patterns of them: beside the primary branch, a base that may pass. */
  protected_refs: string[]
  /** Whether a suppression counts that the base does not have. */
  count_suppressed: boolean
  /** The verdict on a commit with a scan that failed, if nothing that it found blocks. */
  failed_runs: GateVerdict
}

const defaults: GateSettings = {
  required_sources: [],
  protected_refs: [],
  count_suppressed: true,
  failed_runs: 'none',
}

/** Settings as they are sent: what is left out stays. */
export interface NewGateSettings {
  required_sources?: readonly { tool: string; category?: string | null | undefined }[] | undefined
  protected_refs?: readonly string[] | undefined
  count_suppressed?: boolean | undefined
  failed_runs?: GateVerdict | undefined
}

/** The column `gate_json` of a project after a change, each source and ref once. */
export function changedGateSettings(json: string, changes: NewGateSettings): string {
  const old = parseGateSettings(json)
  const sources = changes.required_sources?.map(({ tool, category = null }) => ({ tool, category }))
  const next: GateSettings = {
    required_sources: sources
      ? [...new Map(sources.map((source) => [JSON.stringify(source), source])).values()]
      : old.required_sources,
    protected_refs: changes.protected_refs
      ? [...new Set(changes.protected_refs.map(wholeRef))]
      : old.protected_refs,
    count_suppressed: changes.count_suppressed ?? old.count_suppressed,
    failed_runs: changes.failed_runs ?? old.failed_runs,
  }
  return JSON.stringify(next) === JSON.stringify(old) ? json : JSON.stringify(next)
}

/** The settings in the column `gate_json` of a project. */
export const parseGateSettings = (json: string): GateSettings => ({
  ...defaults,
  ...parseStored<Partial<GateSettings>>(json),
})
