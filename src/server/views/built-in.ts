import type { ViewPage } from '#contract/vocabulary.ts'

/** A view that every deployment has; nobody can change it. */
export interface BuiltIn {
  id: string
  name: string
  page: ViewPage
  query: string
}

/** One on several pages has an id for each of them, but one name. */
export const builtIns: readonly BuiltIn[] = [
  {
    id: 'builtin:critical-high',
    name: 'Critical and high',
    page: 'code',
    query: 'severities=critical,high&status=open&primary_ref=true',
  },
  {
    id: 'builtin:new-this-week',
    name: 'New this week',
    page: 'code',
    query: 'status=open&since=7d&primary_ref=true',
  },
  {
    id: 'builtin:critical-reachable',
    name: 'Critical and reachable',
    page: 'supply-chain',
    query:
      'severities=critical&status=open&primary_ref=true&exposures=reachable,always_reachable,conditionally_reachable',
  },
  {
    id: 'builtin:malicious',
    name: 'Malicious packages',
    page: 'supply-chain',
    query: 'status=open&primary_ref=true&is_malicious=true',
  },
  {
    id: 'builtin:upgrade-available',
    name: 'Upgrade available',
    page: 'supply-chain',
    query: 'status=open&primary_ref=true&fix_available=true',
  },
  {
    id: 'builtin:critical-high-supply-chain',
    name: 'Critical and high',
    page: 'supply-chain',
    query: 'severities=critical,high&status=open&primary_ref=true',
  },
  {
    id: 'builtin:new-this-week-supply-chain',
    name: 'New this week',
    page: 'supply-chain',
    query: 'status=open&since=7d&primary_ref=true',
  },
  {
    id: 'builtin:confirmed-working',
    name: 'Confirmed working',
    page: 'secrets',
    query: 'status=open&primary_ref=true&validation_state=VALIDATION_STATE_CONFIRMED_VALID',
  },
  {
    id: 'builtin:critical-high-secrets',
    name: 'Critical and high',
    page: 'secrets',
    query: 'severities=critical,high&status=open&primary_ref=true',
  },
  {
    id: 'builtin:new-this-week-secrets',
    name: 'New this week',
    page: 'secrets',
    query: 'status=open&since=7d&primary_ref=true',
  },
]
