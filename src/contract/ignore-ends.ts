import type { FindingType, IgnoreEnd, TriageReason } from './vocabulary.ts'

/** What can end the ignoring of findings of a type: a fix is known of packages, and code changes where there is code. */
export const ignoreEndsOf: Readonly<Record<FindingType, readonly IgnoreEnd[]>> = {
  sast: ['code_changed'],
  sca: ['fix_available'],
  secrets: ['code_changed', 'secret_active'],
}
/** What always ends ignoring for a reason: a secret that works was not revoked. */
export const endsOfReasons: Readonly<Partial<Record<TriageReason, IgnoreEnd>>> = { revoked: 'secret_active' }
