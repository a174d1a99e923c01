import type { RuleFamily } from '../family.ts'

/** Markup that contains a request value as it is. */
export const reflectedXss: RuleFamily = {
  key: 'reflected-xss',
  title: 'Reflected XSS',
  cwe: 79,
  owasp: 'xss',
  severity: 'medium',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Cross-Site-Scripting (XSS)',
  flaw: 'A request value is written to HTML without escaping. A link with `<script>` in `{field}` runs that script in the **session of the person who follows it**.',
  remedy:
    'Render the value in a template with automatic escaping, or respond with JSON. If text must be concatenated, escape it for its context.',
  impact: 'A crafted link can act on behalf of the person who opens it.',
  steps: [
    'Move the markup into a template.',
    'Let the template escape the value.',
    'Add a Content-Security-Policy without `unsafe-inline`.',
  ],
  real: 'The response is sent as `text/html`, and `{field}` is neither encoded nor restricted to letters.',
  harmless:
    'The content security policy of the page blocks inline scripts, and the router only accepts eight digits.',
  component: { tag: 'user data', risk: 'neutral' },
  fields: ['search', 'message', 'title', 'displayName', 'errorText'],
  places: [
    {
      language: 'javascript',
      frameworks: ['express', 'koa', 'fastify', 'nestjs', 'nextjs'],
      sinks: [
        {
          flaw: (web) => ['‹const heading = `<h1>Results for ${{field}}</h1>`›', `«${web.html('heading')}»`],
          fix: (web) => [
            'const heading = `<h1>Results for ${escapeHtml({field})}</h1>`',
            web.html('heading'),
          ],
        },
        {
          slug: 'attribute',
          title: 'Reflected XSS in HTML attribute',
          severity: 'low',
          flaw: (web) => [`«${web.html('\'<input name="q" value="\' + {field} + \'">\'')}»`],
          fix: (web) => [web.html('\'<input name="q" value="\' + escapeHtml({field}) + \'">\'')],
        },
      ],
    },
    {
      language: 'python',
      frameworks: ['flask', 'django', 'fastapi', 'aiohttp'],
      sinks: [
        {
          flaw: (web) => ['‹heading = f"<h1>Results for {{field}}</h1>"›', `«${web.html('heading')}»`],
          fix: (web) => ['heading = f"<h1>Results for {escape({field})}</h1>"', web.html('heading')],
        },
        {
          slug: 'attribute',
          title: 'Reflected XSS in HTML attribute',
          severity: 'low',
          flaw: (web) => [`«${web.html("'<a href=\"/?q=' + {field} + '\">next</a>'")}»`],
          fix: (web) => [web.html("'<a href=\"/?q=' + quote({field}) + '\">next</a>'")],
        },
      ],
    },
    {
      language: 'java',
      frameworks: ['spring', 'servlet', 'jaxrs'],
      sinks: [
        {
          flaw: (web) => [
            'String heading = ‹"<h1>Results for " + {field} + "</h1>"›;',
            `«${web.html('heading')}»`,
          ],
          fix: (web) => [
            'String heading = "<h1>Results for " + Encode.forHtml({field}) + "</h1>";',
            web.html('heading'),
          ],
        },
      ],
    },
    {
      language: 'go',
      frameworks: ['net-http', 'gin', 'echo'],
      sinks: [
        {
          flaw: (web) => [`«${web.html('"<h1>"+{field}+"</h1>"')}»`],
          fix: (web) => [web.html('"<h1>"+html.EscapeString({field})+"</h1>"')],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        {
          flaw: (web) => [`«${web.html("'<h1>' + {field} + '</h1>'")}»`],
          fix: (web) => [web.html("'<h1>' + ERB::Util.html_escape({field}) + '</h1>'")],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          flaw: (web) => [`«${web.html("'<h1>' . ${field} . '</h1>'")}»`],
          fix: (web) => [web.html("'<h1>' . htmlspecialchars(${field}) . '</h1>'")],
        },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        {
          flaw: (web) => [`«${web.html('$"<h1>{{field}}</h1>"')}»`],
          fix: (web) => [web.html('$"<h1>{HtmlEncoder.Default.Encode({field})}</h1>"')],
        },
      ],
    },
    {
      language: 'kotlin',
      frameworks: ['ktor'],
      sinks: [
        {
          flaw: (web) => [`«${web.html('"<h1>${field}</h1>"')}»`],
          fix: (web) => [web.html('"<h1>${{field}.escapeHTML()}</h1>"')],
        },
      ],
    },
  ],
}
