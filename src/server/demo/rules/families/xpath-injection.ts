import type { RuleFamily } from '../family.ts'

const java = ['spring', 'servlet', 'jaxrs'] as const

/** XPath expressions made from the request. */
export const xpathInjection: RuleFamily = {
  key: 'xpath-injection',
  title: 'XPath injection',
  cwe: 643,
  owasp: 'injection',
  severity: 'medium',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'XPath Injection',
  flaw: 'An XPath expression contains a request value in quotes. A quote in the value ends the literal, and the rest is evaluated as part of the expression.',
  remedy: 'Compile the expression once with a variable and bind the value, or look up the element in code.',
  impact: 'An attacker can read nodes that the expression was meant to exclude.',
  steps: [
    'Move the value into an XPath variable.',
    'Register the variable before evaluating.',
    'Test with a single quote.',
  ],
  real: 'The document contains the rows of all tenants, and only the expression separates them.',
  harmless:
    'The document contains only data of the current tenant, so a wider expression reveals nothing else.',
  component: { tag: 'user data', risk: 'neutral' },
  fields: ['partnerCode', 'section', 'rateName'],
  places: [
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'javax',
          library: 'javax.xml.xpath',
          technology: 'xml',
          flaw: [
            'Object node = «xpath.evaluate("/rates/rate[@name=\'" + {field} + "\']", document, XPathConstants.NODE)»;',
          ],
          fix: [
            'xpath.setXPathVariableResolver(name -> {field});',
            'Object node = xpath.evaluate("/rates/rate[@name=$value]", document, XPathConstants.NODE);',
          ],
        },
      ],
    },
    {
      language: 'python',
      frameworks: ['flask', 'django', 'fastapi'],
      sinks: [
        {
          slug: 'lxml',
          library: 'lxml',
          technology: 'xml',
          flaw: ['rates = «tree.xpath(f"//rate[@name=\'{{field}}\']")»'],
          fix: ['rates = tree.xpath("//rate[@name=$value]", value={field})'],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          slug: 'domxpath',
          library: 'DOMXPath',
          technology: 'xml',
          flaw: ['$nodes = «$xpath->query("//rate[@name=\'" . ${field} . "\']")»;'],
          fix: ["$nodes = array_filter($rates, fn ($rate) => $rate->getAttribute('name') === ${field});"],
        },
      ],
    },
  ],
}
