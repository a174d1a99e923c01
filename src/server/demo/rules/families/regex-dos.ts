import type { RuleFamily } from '../family.ts'

/** Patterns that take for ever on prepared text. */
export const regexDos: RuleFamily = {
  key: 'slow-regular-expression',
  title: 'Regular expression denial of service (ReDoS)',
  cwe: 1333,
  owasp: 'design',
  severity: 'low',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Denial-of-Service (DoS)',
  flaw: 'A regular expression repeats a group that itself repeats (`(a+)+`). For text that almost matches, the engine tries **every possible split**.',
  remedy:
    'Rewrite the expression without nested repetition, limit the length of the text, or use an engine without backtracking.',
  impact: 'A request of forty characters can keep a process busy for minutes.',
  steps: [
    'Limit the length of the text.',
    'Rewrite the pattern.',
    'Test with a long text that almost matches.',
  ],
  real: 'The pattern checks a field of a public form without a length limit.',
  harmless: 'The text is a constant from the configuration.',
  component: { tag: 'user data', risk: 'low' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'literal',
          library: 'RegExp',
          flaw: ['const isMail = «/^([a-zA-Z0-9._-]+)+@acme\\.example$/».test({entity}.email)'],
          fix: [
            'const isMail = {entity}.email.length < 255 && /^[\\w.-]+@acme\\.example$/.test({entity}.email)',
          ],
        },
        {
          slug: 'from-request',
          library: 'RegExp',
          title: 'Regular expression injection',
          severity: 'medium',
          flaw: ['const matching = {entities}.filter((each) => «new RegExp(query.search)».test(each.title))'],
          fix: ['const matching = {entities}.filter((each) => each.title.includes(query.search))'],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 're-match',
          library: 're',
          flaw: ['if «re.match(r"^(\\w+\\s?)+$", {entity}.title)»:'],
          fix: ['if len({entity}.title) < 200 and re.fullmatch(r"[\\w\\s]+", {entity}.title):'],
          rest: ['    accept({entity})'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'pattern',
          library: 'Pattern',
          flaw: ['private static final Pattern TITLE = «Pattern.compile("^(\\\\w+\\\\s?)+$")»;'],
          fix: ['private static final Pattern TITLE = Pattern.compile("^[\\\\w\\\\s]{1,200}$");'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'multiline-anchors',
          library: 'Regexp',
          title: 'Regular expression anchored to lines instead of text',
          flaw: ['validates :code, format: { with: «/^[a-z]+$/» }'],
          fix: ['validates :code, format: { with: /\\A[a-z]+\\z/ }'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'regex',
          library: 'Regex',
          flaw: ['var pattern = «new Regex(@"^(\\w+\\s?)+$")»;'],
          fix: ['var pattern = new Regex(@"^[\\w\\s]+$", RegexOptions.NonBacktracking);'],
        },
      ],
    },
  ],
}
