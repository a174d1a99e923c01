import type { RuleFamily } from '../family.ts'

const java = ['spring', 'servlet', 'jaxrs'] as const

/** Templates whose text, not only their data, comes from the request. */
export const templateInjection: RuleFamily = {
  key: 'template-injection',
  title: 'Server-side template injection',
  cwe: 1336,
  owasp: 'injection',
  severity: 'high',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Code Injection',
  flaw: 'A template is compiled from text that contains a request value. Anything between the delimiters of the engine is executed on the server.',
  remedy:
    'Compile only templates that ship with the code, and pass the request value as **data** of the template.',
  impact: 'An attacker can read the configuration of the service and, with most engines, run code.',
  steps: [
    'Move the text into a template file.',
    'Pass the value through the context.',
    'Use a logic-less engine if customers write templates.',
  ],
  real: 'The string contains `{field}` before the template engine compiles it.',
  harmless: 'Only template editors have access to this route, and the engine runs in a sandbox.',
  component: { tag: 'user data', risk: 'high' },
  fields: ['greeting', 'subject', 'signature', 'headline'],
  places: [
    {
      language: 'python',
      frameworks: ['flask', 'fastapi', 'aiohttp'],
      sinks: [
        {
          slug: 'jinja2',
          library: 'Jinja2',
          flaw: ['body = «Template("Dear " + {field} + ", your {entity} is ready")».render()'],
          fix: ['body = Template("Dear {{ name }}, your {entity} is ready").render(name={field})'],
        },
      ],
    },
    {
      language: 'python',
      frameworks: ['django'],
      sinks: [
        {
          slug: 'django-template',
          library: 'Django templates',
          flaw: ['page = «engines["django"].from_string("<p>" + {field} + "</p>")»'],
          fix: ['page = engines["django"].from_string("<p>{{ text }}</p>")'],
        },
      ],
    },
    {
      language: 'javascript',
      frameworks: ['express', 'koa', 'fastify', 'nestjs'],
      sinks: [
        {
          slug: 'handlebars',
          library: 'Handlebars',
          flaw: ['const mail = «Handlebars.compile(`<h1>${{field}}</h1>`)»({ {entity} })'],
          fix: ["const mail = Handlebars.compile('<h1>{{text}}</h1>')({ {entity}, text: {field} })"],
        },
        {
          slug: 'ejs',
          library: 'EJS',
          flaw: ['const page = «ejs.render({field}, { {entity} })»'],
          fix: ["const page = await ejs.renderFile('views/{entity}.ejs', { {entity}, text: {field} })"],
        },
        {
          slug: 'pug',
          library: 'Pug',
          flaw: ['const page = «pug.compile(`p ${{field}}`)»()'],
          fix: ["const page = pug.compile('p= text')({ text: {field} })"],
        },
      ],
    },
    {
      language: 'java',
      frameworks: java,
      sinks: [
        {
          slug: 'freemarker',
          library: 'FreeMarker',
          flaw: ['var template = «new Template("mail", new StringReader("Dear " + {field}), config)»;'],
          fix: ['var template = config.getTemplate("mail/{entity}.ftlh");'],
          rest: ['template.process(model, writer);'],
        },
        {
          slug: 'velocity',
          library: 'Velocity',
          flaw: ['«Velocity.evaluate(context, writer, "mail", {field})»;'],
          fix: ['Velocity.mergeTemplate("mail/{entity}.vm", "UTF-8", context, writer);'],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        {
          slug: 'erb',
          library: 'ERB',
          flaw: ['page = «ERB.new("<h1>#{{field}}</h1>")».result(binding)'],
          fix: ["page = ERB.new('<h1><%= h text %></h1>').result_with_hash(text: {field})"],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['symfony', 'laravel'],
      sinks: [
        {
          slug: 'twig',
          library: 'Twig',
          technology: 'twig',
          flaw: ["$page = «$twig->createTemplate('<h1>' . ${field} . '</h1>')»->render();"],
          fix: ["$page = $twig->render('{entity}.html.twig', ['text' => ${field}]);"],
        },
      ],
    },
  ],
}
