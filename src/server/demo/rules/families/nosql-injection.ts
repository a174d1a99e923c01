import type { RuleFamily } from '../family.ts'

const node = ['express', 'koa', 'fastify', 'nestjs', 'nextjs'] as const
const python = ['flask', 'django', 'fastapi', 'aiohttp'] as const

/** Filters of document databases that take an operator where a word was expected. */
export const nosqlInjection: RuleFamily = {
  key: 'nosql-injection',
  title: 'NoSQL injection',
  cwe: 943,
  owasp: 'injection',
  severity: 'high',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Improper Validation',
  flaw: 'A request value is used in a database filter without a type check. Parsed query strings can contain objects, so `?{field}[$ne]=` turns the comparison into *not equal* and matches every document.',
  remedy:
    'Convert the value to a string, or validate it with a schema, before using it in the filter. Never pass a parsed object through.',
  impact: 'An attacker can read documents of other customers or sign in without a password.',
  steps: [
    "Declare the value's type in the route's schema.",
    'Wrap it in `$eq` or convert it to a string.',
    'Respond with status 400 if the value is an object.',
  ],
  real: 'The query parser of this service converts brackets to objects, and the type of `{field}` is not checked before the filter.',
  harmless:
    'A global validation step rejects every query value that is not a string, so the filter cannot contain an operator.',
  component: { tag: 'user authentication', risk: 'high' },
  fields: ['email', 'couponCode', 'deviceId', 'resetCode', 'externalId'],
  places: [
    {
      language: 'javascript',
      frameworks: node,
      sinks: [
        {
          slug: 'mongodb',
          library: 'MongoDB',
          technology: 'mongodb',
          flaw: ["const {entity} = await «db.collection('{entities}').findOne({ {field} })»"],
          fix: [
            "const {entity} = await db.collection('{entities}').findOne({ {field}: { $eq: String({field}) } })",
          ],
        },
        {
          slug: 'mongoose',
          library: 'Mongoose',
          technology: 'mongodb',
          flaw: ['const {entity} = await «{Entity}.findOne({ {field}: {field}, active: true })»'],
          fix: ['const {entity} = await {Entity}.findOne({ {field}: String({field}), active: true })'],
        },
        {
          slug: 'where-operator',
          library: '$where',
          technology: 'mongodb',
          severity: 'critical',
          flaw: [
            'const matching = await «{entities}.find({ $where: `this.{field} == "${{field}}"` })».toArray()',
          ],
          fix: ['const matching = await {entities}.find({ {field}: String({field}) }).toArray()'],
        },
      ],
    },
    {
      language: 'python',
      frameworks: python,
      sinks: [
        {
          slug: 'pymongo',
          library: 'PyMongo',
          technology: 'pymongo',
          setup: ['wanted = json.loads({field})'],
          flaw: ['{entity} = «db.{entities}.find_one({"{column}": wanted})»'],
          fix: ['{entity} = db.{entities}.find_one({"{column}": {"$eq": str(wanted)}})'],
        },
      ],
    },
  ],
}
