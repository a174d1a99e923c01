import type { RuleFamily } from '../family.ts'

/** Records filled with whatever the request holds. */
export const massAssignment: RuleFamily = {
  key: 'mass-assignment',
  title: 'Mass assignment',
  cwe: 915,
  owasp: 'access',
  severity: 'medium',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Mass Assignment',
  flaw: 'All keys of a request body are written to a record. Keys that the form does not contain, such as `role` or `ownerId`, are **written as well**.',
  remedy: 'List the keys that may be written, individually or in a schema.',
  impact: 'A caller can escalate privileges or move a record to another account.',
  steps: ['List the writable keys.', 'Reject unknown keys.', 'Test with an additional key.'],
  real: 'The record has a column for the owner, and the body is not filtered.',
  harmless: 'The body is validated by a schema that rejects unknown keys.',
  component: { tag: 'user data', risk: 'high' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'object-assign',
          library: 'Express',
          technology: 'express',
          setup: ['const {entity} = await {Entity}.findByPk(req.params.id)'],
          flaw: ['«Object.assign({entity}, ‹req.body›)»'],
          fix: ['Object.assign({entity}, {entity}Changes.parse(req.body))'],
          rest: ['await {entity}.save()'],
        },
        {
          slug: 'prisma-update',
          library: 'Prisma',
          technology: 'prisma',
          flaw: ['await «prisma.{entity}.update({ where: { id }, data: await request.json() })»'],
          fix: [
            'await prisma.{entity}.update({ where: { id }, data: {entity}Changes.parse(await request.json()) })',
          ],
        },
        {
          slug: 'sequelize-create',
          library: 'Sequelize',
          technology: 'sequelize',
          flaw: ['const {entity} = await «{Entity}.create(ctx.request.body)»'],
          fix: ["const {entity} = await {Entity}.create(ctx.request.body, { fields: ['title', 'amount'] })"],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'django-kwargs',
          library: 'Django',
          technology: 'django',
          flaw: ['{entity} = «{Entity}.objects.create(**request.POST.dict())»'],
          fix: ['{entity} = {Entity}Form(request.POST).save()'],
        },
        {
          slug: 'model-form-all',
          library: 'Django forms',
          technology: 'django',
          severity: 'low',
          setup: ['class {Entity}Form(ModelForm):', '    class Meta:', '        model = {Entity}'],
          flaw: ['        «fields = "__all__"»'],
          fix: ['        fields = ["title", "amount"]'],
        },
      ],
    },
    {
      language: 'ruby',
      sinks: [
        {
          slug: 'permit-all',
          library: 'Rails',
          technology: 'rails',
          flaw: ['{entity} = {Entity}.new(«params.require(:{entity}).permit!»)'],
          fix: ['{entity} = {Entity}.new(params.expect({entity}: [:title, :amount]))'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'laravel-guarded',
          library: 'Laravel',
          technology: 'laravel',
          setup: ['class {Entity} extends Model', '{'],
          flaw: ['    «protected $guarded = [];»'],
          fix: ["    protected $fillable = ['title', 'amount'];"],
          rest: ['}'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'spring-model-attribute',
          library: 'Spring',
          technology: 'spring',
          flaw: ['public String save(«@ModelAttribute {Entity} {entity}») {'],
          fix: ['public String save(@Valid {Entity}Form form) {'],
          rest: ['    repository.save({entity});', '    return "redirect:/{route}";', '}'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'gin-bind-model',
          library: 'Gin',
          technology: 'gin',
          setup: ['var {entity} models.{Entity}'],
          flaw: ['if err := «c.ShouldBindJSON(&{entity})»; err != nil {'],
          fix: ['var form {entity}Form', 'if err := c.ShouldBindJSON(&form); err != nil {'],
          rest: ['\treturn', '}', 'h.db.Save(&{entity})'],
        },
      ],
    },
  ],
}
