/** The status of a vulnerability in a product, in the words of OpenVEX. */
export const vexStatuses = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const
export type VexStatus = (typeof vexStatuses)[number]

/** Why a product is not affected. Source: OpenVEX 0.2.0, "Status Justifications"; CSAF 2.0, 3.2.3.5. */
export const vexJustifications = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const
type VexJustification = (typeof vexJustifications)[number]

/** Source: CycloneDX 1.6, "vulnerability.analysis.justification". */
export const analysisJustifications = [
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
] as const
type AnalysisJustification = (typeof analysisJustifications)[number]

/** A justification in the words of the document that it came from. */
export type Justification = VexJustification | AnalysisJustification

const allJustifications: readonly string[] = [...vexJustifications, ...analysisJustifications]

/** A known justification; null for anything else. */
export function asJustification(value: unknown): Justification | null {
  // parse: the list contains the text.
  return typeof value === 'string' && allJustifications.includes(value) ? (value as Justification) : null
}

/**
 * What a justification of CycloneDX means in OpenVEX and CSAF. `requires_…` has no equal: that exploiting needs a
 * configuration which is not there does not mean that an adversary cannot control the code.
 */
const inVex: Partial<Record<Justification, VexJustification>> = {
  code_not_present: 'vulnerable_code_not_present',
  code_not_reachable: 'vulnerable_code_not_in_execute_path',
  protected_by_compiler: 'inline_mitigations_already_exist',
  protected_at_runtime: 'inline_mitigations_already_exist',
  protected_at_perimeter: 'inline_mitigations_already_exist',
  protected_by_mitigating_control: 'inline_mitigations_already_exist',
}

const inAnalysis: Partial<Record<Justification, AnalysisJustification>> = {
  component_not_present: 'code_not_present',
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  inline_mitigations_already_exist: 'protected_by_mitigating_control',
}

/** The justification in the words of OpenVEX and CSAF; null if they have none for it. */
export function vexJustification(justification: Justification): VexJustification | null {
  return vexJustifications.find((one) => one === justification) ?? inVex[justification] ?? null
}

/** The justification in the words of CycloneDX; null if it has none for it. */
export function analysisJustification(justification: Justification): AnalysisJustification | null {
  return analysisJustifications.find((one) => one === justification) ?? inAnalysis[justification] ?? null
}

/** The statement of an accepted risk, by which an import recognizes it where the format has no field for it. */
export const riskAccepted = 'The risk is accepted; no fix is planned.'
