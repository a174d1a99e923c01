import * as z from 'zod/mini'
import { findingFilter, paging } from './findings-query.ts'
import { byId, operation } from './operation.ts'
import { someOf, text, texts, uint64, whole } from './query.ts'
import { secretSeverities, secretStatuses, statuses } from './vocabulary.ts'

export const listSecrets = operation({
  id: 'listSecrets',
  method: 'GET',
  path: `${byId}/secrets`,
  mark: 'named',
  summary: 'List secrets; the secret itself is never stored and never answered',
  description:
    'Beside its own parameters it takes those of the list of findings: every filter that applies to secrets, `page`, `page_size`, `after` and `sort` in place of `cursor` and `limit`. `include=finding` adds `finding` to each: the secret in the form of a code finding.',
  scopes: ['findings:read'],
  query: {
    ...findingFilter,
    ...paging,
    cursor: z.union([z.literal(''), uint64], { error: () => 'is not a cursor of an answer' }),
    limit: whole(1, 3000),
    since: text(40),
    status: someOf([...secretStatuses, ...statuses]),
    severity: someOf(secretSeverities),
    repo: texts,
    filter: text(64),
    include: someOf(['finding']),
  },
})
