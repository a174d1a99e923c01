import type { RuleFamily } from '../family.ts'

const node = ['express', 'koa', 'fastify', 'nestjs', 'nextjs'] as const
const python = ['flask', 'django', 'fastapi', 'aiohttp'] as const

/** Filters of document databases that take an operator where a word was expected. */
export const nosqlInjection: RuleFamily = {
  key: 'nosql-injection',
  title: 'Query operator injection',
  cwe: 943,
  owasp: 'injection',
  severity: 'high',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Improper Validation',
  flaw: 'A request value goes into a document database filter as it is. Parsed query strings may hold objects, so `?{field}[$ne]=` turns the comparison into *not equal* and matches every document.',
  remedy:
    'Make the value a string, or check it with a schema, before it enters the filter. Never pass a parsed object on as a whole.',
  impact: 'A caller matches documents of other customers, or signs in without the password.',
  steps: [
    "Declare the value's type in the route's schema.",
    'Wrap it in `$eq` or turn it into a string.',
    'Reject values that are objects with status 400.',
  ],
  real: 'The query parser of this service turns brackets into objects and nothing between it and the filter checks the type of `{field}`.',
  harmless:
    'A global validation step refuses every query value that is not a string, so no operator arrives here.',
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
