/** Why somebody without the scope may not export. */
export const lacksScope = 'You may not export bills of materials: your token lacks the scope sbom:export'
