const bases: Record<string, string> = {
  renamed: 'Same code in a renamed or moved file',
  relocated: 'Same code at another path',
  fingerprint_changed: 'Same location and code; the fingerprint changed',
  similar_code: 'Same code, formatted or with a renamed identifier',
  changed_code: 'Changed code nearby',
  position: 'Same rule and message at the same location',
}

/**
 * Returns the label of the evidence by which a scan matched a result to a finding; an unknown basis is returned
 * unchanged.
 */
export function basisLabel(basis: string): string {
  return Object.hasOwn(bases, basis) ? (bases[basis] ?? basis) : basis.replace(/_/g, ' ')
}
