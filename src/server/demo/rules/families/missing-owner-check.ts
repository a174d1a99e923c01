import type { RuleFamily } from '../family.ts'

/** Records looked up by an id alone. */
export const missingOwnerCheck: RuleFamily = {
  key: 'missing-owner-check',
  title: 'Missing object-level authorization (IDOR)',
  cwe: 639,
  owasp: 'access',
  severity: 'medium',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Improper Authorization',
  flaw: 'A record is loaded by the id in the request without checking that it **belongs to the caller**. Ids can be enumerated.',
  remedy: 'Restrict the query to records of the caller, or check the owner before responding.',
  impact: 'A signed-in customer can read the records of all others.',
  steps: ['Add the owner to the query.', 'Return 404 for records of others.', 'Test with two accounts.'],
  real: 'The session contains the customer, but the query does not use it.',
  harmless: 'The list contains public products, which everyone may read.',
  component: { tag: 'user data', risk: 'high' },
  fields: ['id', 'number', 'key'],
  places: [
    {
      language: 'javascript',
      frameworks: ['express', 'koa', 'fastify', 'nestjs', 'nextjs'],
      sinks: [
        {
          flaw: ['const {entity} = await «{entities}.findById({field})»'],
          fix: ['const {entity} = await {entities}.findOne({ {field}, ownerId: session.userId })'],
          rest: ['if (!{entity}) throw new NotFound()'],
        },
      ],
    },
    {
      language: 'python',
      frameworks: ['flask', 'django', 'fastapi', 'aiohttp'],
      sinks: [
        {
          flaw: ['{entity} = «{Entity}.get({field})»'],
          fix: ['{entity} = {Entity}.get({field}, owner=current_user.id)'],
        },
      ],
    },
    {
      language: 'java',
      frameworks: ['spring', 'jaxrs'],
      sinks: [
        {
          flaw: ['{Entity} {entity} = «repository.findById({field})».orElseThrow();'],
          fix: ['{Entity} {entity} = repository.findByIdAndOwner({field}, caller.id()).orElseThrow();'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails'],
      sinks: [
        {
          flaw: ['@{entity} = «{Entity}.find({field})»'],
          fix: ['@{entity} = current_user.{entities}.find({field})'],
        },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        {
          flaw: ['var {entity} = await «_context.{Entity}s.FindAsync({field})»;'],
          fix: [
            'var {entity} = await _context.{Entity}s.SingleOrDefaultAsync(e => e.Id == {field} && e.Owner == Caller);',
          ],
        },
      ],
    },
    {
      language: 'go',
      frameworks: ['net-http', 'gin', 'echo'],
      sinks: [
        {
          flaw: ['{entity}, err := «store.{Entity}ByID({field})»'],
          fix: ['{entity}, err := store.{Entity}OfOwner(caller, {field})'],
        },
      ],
    },
  ],
}
