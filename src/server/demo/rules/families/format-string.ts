import type { RuleFamily } from '../family.ts'

export const formatString: RuleFamily = {
  key: 'format-string',
  title: 'Uncontrolled format string',
  cwe: 134,
  owasp: 'injection',
  severity: 'medium',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Memory Issues',
  flaw: 'A variable is used as the format of `printf`. Directives such as `%n` read and **write memory**.',
  remedy: 'Use a literal format and pass the variable as an argument.',
  impact: 'An attacker can read addresses from the stack or write to memory.',
  steps: ['Insert `"%s"`.', 'Compile with `-Wformat-security -Werror`.'],
  real: 'The message contains the name that the client sent.',
  harmless: 'The variable points to one of three literals.',
  component: { tag: 'infrastructure', risk: 'neutral' },
  places: [
    {
      language: 'c',
      sinks: [
        {
          slug: 'printf',
          library: 'fprintf',
          flaw: ['«fprintf(log, message)»;'],
          fix: ['fprintf(log, "%s", message);'],
        },
        {
          slug: 'syslog',
          library: 'syslog',
          flaw: ['«syslog(LOG_WARNING, {entity}->note)»;'],
          fix: ['syslog(LOG_WARNING, "%s", {entity}->note);'],
        },
      ],
    },
    {
      language: 'cpp',
      sinks: [
        {
          slug: 'snprintf',
          library: 'snprintf',
          flaw: ['«std::snprintf(line, sizeof line, {entity}.text.c_str())»;'],
          fix: ['std::snprintf(line, sizeof line, "%s", {entity}.text.c_str());'],
        },
      ],
    },
  ],
}
