import type { RuleFamily } from '../family.ts'

/** Redirects to wherever the request says. */
export const openRedirect: RuleFamily = {
  key: 'open-redirect',
  title: 'Open redirect',
  cwe: 601,
  owasp: 'access',
  severity: 'medium',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Open Redirect',
  flaw: 'The target of a redirect comes from the request. A link to **our** host can send people to any other host.',
  remedy:
    'Accept only paths that start with a single slash, or keep the target in the session and pass its key.',
  impact: 'Links on our domain can lead to phishing pages or leak one-time codes.',
  steps: [
    'Parse the value against our own origin.',
    'Compare the origin of the result.',
    'Fall back to the start page.',
  ],
  real: 'The URL is used unchanged and can contain a scheme and host.',
  harmless: "One call earlier, the value is looked up in the client's registered redirect URLs.",
  component: { tag: 'user authentication', risk: 'neutral' },
  fields: ['returnTo', 'next', 'continueUrl', 'target'],
  places: [
    {
      language: 'javascript',
      frameworks: ['express', 'koa', 'fastify', 'nestjs', 'nextjs'],
      sinks: [
        {
          flaw: (web) => [`«${web.redirect('{field}')}»`],
          fix: (web) => [web.redirect('localPath({field})')],
          setup: ['await markSeen(session)'],
        },
      ],
    },
    {
      language: 'python',
      frameworks: ['flask', 'django', 'fastapi', 'aiohttp'],
      sinks: [
        {
          flaw: (web) => [`«${web.redirect('{field}')}»`],
          fix: (web) => [web.redirect('local_path({field})')],
          setup: ['mark_seen(session)'],
        },
      ],
    },
    {
      language: 'java',
      frameworks: ['spring', 'servlet', 'jaxrs'],
      sinks: [
        {
          setup: ['audit.signedIn(session);'],
          flaw: (web) => [`«${web.redirect('{field}')}»`],
          fix: (web) => [web.redirect('ReturnPaths.local({field})')],
        },
      ],
    },
    {
      language: 'go',
      frameworks: ['net-http', 'gin', 'echo'],
      sinks: [
        {
          flaw: (web) => [`«${web.redirect('{field}')}»`],
          fix: (web) => [web.redirect('localPath({field})')],
        },
      ],
    },
    {
      language: 'ruby',
      frameworks: ['rails', 'sinatra'],
      sinks: [
        {
          flaw: (web) => [`«${web.redirect('{field}')}»`],
          fix: () => ['redirect_to url_from({field}) || root_path'],
        },
      ],
    },
    {
      language: 'php',
      frameworks: ['laravel', 'symfony'],
      sinks: [
        {
          flaw: (web) => [`«${web.redirect('${field}')}»`],
          fix: (web) => [web.redirect('$this->localPath(${field})')],
        },
      ],
    },
    {
      language: 'csharp',
      frameworks: ['aspnetcore'],
      sinks: [
        { flaw: (web) => [`«${web.redirect('{field}')}»`], fix: () => ['return LocalRedirect({field});'] },
      ],
    },
    {
      language: 'kotlin',
      frameworks: ['ktor'],
      sinks: [
        {
          flaw: (web) => [`«${web.redirect('{field}')}»`],
          fix: (web) => [web.redirect('localPath({field})')],
        },
      ],
    },
  ],
}
