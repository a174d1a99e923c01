import type { RuleFamily } from '../family.ts'

export const swallowed: RuleFamily = {
  key: 'swallowed-error',
  title: 'Error ignored',
  cwe: 390,
  owasp: 'exceptions',
  severity: 'low',
  confidence: 'medium',
  category: 'correctness',
  kind: 'audit',
  vulnerabilityClass: 'Other',
  flaw: 'An error is caught and ignored. The following code runs as if the step **had succeeded**.',
  remedy: 'Handle expected errors by type and rethrow all others.',
  impact: 'A failed check or write is not noticed.',
  steps: ['Catch the expected error by type.', 'Log and rethrow the others.'],
  real: 'The surrounding block verifies a signature.',
  harmless: 'The step is a cache write, whose failure has no effect.',
  component: { tag: 'observability', risk: 'low' },
  places: [
    {
      language: 'python',
      sinks: [
        {
          slug: 'bare-except',
          library: 'except',
          setup: ['try:', '    verify_signature({entity})'],
          flaw: ['«except Exception:»', '    pass'],
          fix: ['except InvalidSignature as error:', '    raise Refused({entity}.id) from error'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'empty-catch',
          library: 'catch',
          setup: ['try {', '    ledger.book({entity});'],
          flaw: ['} «catch (Exception ignored) {}»'],
          fix: ['} catch (LedgerBusy busy) {', '    queue.retry({entity});', '}'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'ignored-error',
          library: 'error values',
          flaw: ['«_ = ledger.Book(ctx, {entity})»'],
          fix: [
            'if err := ledger.Book(ctx, {entity}); err != nil {',
            '\treturn fmt.Errorf("book %s: %w", {entity}.ID, err)',
            '}',
          ],
        },
      ],
    },
    {
      language: 'typescript',
      sinks: [
        {
          slug: 'empty-catch',
          library: 'catch',
          setup: ['try {', '  await ledger.book({entity})'],
          flaw: ['} «catch {}»'],
          fix: ['} catch (error) {', '  throw new BookingFailed({entity}.id, { cause: error })', '}'],
        },
        {
          slug: 'floating-promise',
          library: 'promises',
          title: 'Promise not awaited',
          setup: ['async function close{Entity}({entity}: {Entity}) {'],
          flaw: ['  «ledger.book({entity})»'],
          fix: ['  await ledger.book({entity})'],
          rest: ['  return { closed: true }', '}'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'rescue-nil',
          library: 'rescue',
          flaw: ['«ledger.book({entity}) rescue nil»'],
          fix: ['ledger.book({entity})'],
        },
      ],
    },
  ],
}
