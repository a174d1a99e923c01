import type { statuses } from '#contract/vocabulary.ts'
import type { PageType, Search } from '#lib/urls/paths.ts'
import { unresolved } from './findings.ts'

/**
 * The list of an owner's findings that wait for somebody, for each type's page.
 * @param owner as in the filter: `person:Ann`, `team:Web`, a handle, or `me`.
 * @param isOnce whether it shows each once: those of primary branches, and each secret.
 * @param status the states that it shows.
 */
export const waitingList =
  (owner: string, isOnce: boolean, status: readonly (typeof statuses)[number][] = unresolved) =>
  (type: PageType): Search => ({
    owner,
    status: status.join(','),
    rule_disabled: 'false',
    ...(isOnce && (type === 'secrets' ? { dedup: 'true' } : { primary_ref: 'true' })),
  })
