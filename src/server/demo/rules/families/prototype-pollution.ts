import type { RuleFamily } from '../family.ts'

const node = ['express', 'koa', 'fastify', 'nestjs', 'nextjs'] as const

/** Merges that let the request reach the prototype of all objects. */
export const prototypePollution: RuleFamily = {
  key: 'prototype-pollution',
  title: 'Prototype pollution',
  cwe: 1321,
  owasp: 'injection',
  severity: 'medium',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Mass Assignment',
  flaw: 'Keys of a request object are written to another object without a check. The keys `__proto__` and `constructor` reach the prototype that **all** objects share.',
  remedy:
    'Copy only the expected keys, or merge into an object without a prototype (`Object.create(null)`, a `Map`).',
  impact:
    'An attacker can add properties to every object in the process and thereby enable options that were never set.',
  steps: [
    'Parse the body with a schema that names its keys.',
    'Use a `Map` for keys from callers.',
    'As an additional measure, freeze `Object.prototype` at startup.',
  ],
  real: 'The keys of the parsed body are used unchanged, and the JSON parser keeps `__proto__` as an own key.',
  harmless: 'Before the merge, the object is validated by a schema with `additionalProperties: false`.',
  component: { tag: 'user data', risk: 'neutral' },
  fields: ['preferences', 'settings', 'labels', 'options'],
  places: [
    {
      language: 'javascript',
      frameworks: node,
      sinks: [
        {
          slug: 'lodash-merge',
          library: 'lodash',
          technology: 'lodash',
          flaw: ['«_.merge({entity}.{field}, JSON.parse({field}))»'],
          fix: ['{entity}.{field} = {field}Schema.parse(JSON.parse({field}))'],
          rest: ['await {entity}.save()'],
        },
        {
          slug: 'dynamic-assignment',
          library: 'bracket assignment',
          flaw: [
            'for (const [section, values] of Object.entries(JSON.parse({field}))) {',
            '  for (const key in values) «{entity}[section][key] = values[key]»',
            '}',
          ],
          fix: [
            'for (const key of editableKeys) {',
            '  {entity}.{field}.set(key, JSON.parse({field})[key])',
            '}',
          ],
        },
      ],
    },
  ],
}
