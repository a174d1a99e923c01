import type { RuleFamily } from '../family.ts'

export const formatString: RuleFamily = {
  key: 'format-string',
  title: 'Format string from a variable',
  cwe: 134,
  owasp: 'injection',
  severity: 'medium',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Memory Issues',
  flaw: 'A variable stands where the format of `printf` belongs. Directives such as `%n` in it read and **write memory**.',
  remedy: 'Write the format as a literal and pass the variable as its argument.',
  impact: 'A caller reads addresses from the stack or writes to memory.',
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
