import type { RuleFamily } from '../family.ts'

/** Records looked up by an id alone. */
export const missingOwnerCheck: RuleFamily = {
  key: 'missing-owner-check',
  title: 'Record read by id without its owner',
  cwe: 639,
  owasp: 'access',
  severity: 'medium',
  confidence: 'low',
  kind: 'audit',
  vulnerabilityClass: 'Improper Authorization',
  flaw: 'A record is looked up by the id in the request alone. Nothing asks whether it **belongs to the caller**; ids can be counted through.',
  remedy: "Look the record up within the caller's own, or check the owner before answering.",
  impact: 'A signed-in customer reads the records of all others.',
  steps: ['Add the owner to the query.', 'Answer 404 for foreign records.', 'Test with two accounts.'],
  real: 'The session knows the customer, the query does not use it.',
  harmless: 'The list holds public products; everyone may read each of them.',
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
