import type { RuleFamily } from '../family.ts'

const java = ['spring', 'servlet', 'jaxrs'] as const

/** Directory searches with a filter made from the request. */
export const ldapInjection: RuleFamily = {
  key: 'ldap-injection',
  title: 'LDAP injection',
  cwe: 90,
  owasp: 'injection',
  severity: 'medium',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'LDAP Injection',
  flaw: 'An LDAP filter is built by concatenating a request value. Parentheses and `*` in the value widen the search beyond the intended entry.',
  remedy:
    'Escape the value for filters (RFC 4515) with the library function, or build the filter from objects.',
  impact: 'An attacker can list directory entries or bypass a check that looks for one entry.',
  steps: [
    'Escape the value before concatenating it.',
    'Reject names with parentheses.',
    'Bind with a read-only account.',
  ],
  real: '`{field}` is entered at sign-in and concatenated into the filter without escaping.',
  harmless: 'The value was read from the directory one call earlier and contains only letters and digits.',
  component: { tag: 'user authentication', risk: 'high' },
  fields: ['userName', 'memberOf', 'mail', 'department'],
  places: [
    {
      language: 'javascript',
      frameworks: ['express', 'koa', 'nestjs'],
      sinks: [
        {
          slug: 'ldapjs',
          library: 'ldapjs',
          technology: 'ldap',
          setup: ["const base = 'ou=people,dc=acme,dc=example'"],
          flaw: ['«client.search(base, { filter: `(uid=${{field}})` }, onResult)»'],
          fix: [
            "client.search(base, { filter: new EqualityFilter({ attribute: 'uid', value: {field} }) }, onResult)",
          ],
        },
      ],
    },
    {
      language: 'python',
      frameworks: ['flask', 'django', 'fastapi'],
      sinks: [
        {
          slug: 'python-ldap',
          library: 'python-ldap',
          technology: 'ldap',
          flaw: ['entries = «directory.search_s(BASE, ldap.SCOPE_SUBTREE, f"(uid={{field}})")»'],
          fix: [
            'entries = directory.search_s(BASE, ldap.SCOPE_SUBTREE, filter_format("(uid=%s)", [{field}]))',
          ],
        },
      ],
    },
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'jndi',
          library: 'JNDI',
          technology: 'ldap',
          flaw: ['var found = «context.search(BASE, "(uid=" + {field} + ")", controls)»;'],
          fix: ['var found = context.search(BASE, "(uid={0})", new Object[] { {field} }, controls);'],
        },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        {
          slug: 'directory-searcher',
          library: 'DirectorySearcher',
          technology: 'ldap',
          setup: ['using var searcher = new DirectorySearcher(root);'],
          flaw: ['«searcher.Filter = $"(uid={{field}})"»;'],
          fix: ['searcher.Filter = $"(uid={Encoder.LdapFilterEncode({field})})";'],
        },
      ],
    },
  ],
}
