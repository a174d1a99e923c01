/** Returns an id of an advisory that is in capitals as its database spells it: GitHub's have none in their second part. */
export const spellAdvisoryId = (id: string): string =>
  id.startsWith('GHSA-') ? `GHSA-${id.slice(5).toLowerCase()}` : id
