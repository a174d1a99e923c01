const bases: Record<string, string> = {
  renamed: 'Same code in a renamed or moved file',
  relocated: 'Same code at another path',
  fingerprint_changed: 'Same location and code; the fingerprint changed',
  similar_code: 'Similar code nearby',
  position: 'Same rule and message at the same location',
}

/** By what evidence a scan took a result for a finding; a basis that is not known stands as it came. */
export function basisLabel(basis: string): string {
  return Object.hasOwn(bases, basis) ? (bases[basis] ?? basis) : basis.replace(/_/g, ' ')
}
