import type { RuleFamily } from '../family.ts'

/** Session cookies that travel without encryption. */
export const cookieSecure: RuleFamily = {
  key: 'cookie-missing-secure',
  title: 'Cookie without Secure',
  cwe: 614,
  owasp: 'misconfiguration',
  severity: 'low',
  confidence: 'medium',
  kind: 'audit',
  vulnerabilityClass: 'Cookie Security',
  flaw: 'A cookie is set without `Secure`. Browsers also send it over unencrypted HTTP, for example with the first request to the host.',
  remedy: 'Set `Secure` and prefix the name with `__Host-`.',
  impact: 'Anyone on the network path can take over the session.',
  steps: [
    'Set the attribute in every environment except local development.',
    'Redirect HTTP to HTTPS, and set HSTS.',
  ],
  real: 'The host also serves port 80, and the cookie alone identifies the session.',
  harmless: 'The option is only set in the configuration for local development.',
  component: { tag: 'user authentication', risk: 'neutral' },
  places: [
    {
      language: 'javascript',
      sinks: [
        {
          slug: 'express',
          library: 'Express',
          technology: 'express',
          flaw: ["«res.cookie('{entity}', id, { httpOnly: true, secure: false })»"],
          fix: ["res.cookie('__Host-{entity}', id, { httpOnly: true, secure: true, path: '/' })"],
        },
        {
          slug: 'fastify',
          library: 'Fastify',
          technology: 'fastify',
          flaw: ["«reply.setCookie('{entity}', id, { httpOnly: true, secure: false })»"],
          fix: ["reply.setCookie('__Host-{entity}', id, { httpOnly: true, secure: true, path: '/' })"],
        },
        {
          slug: 'cookie-session',
          library: 'cookie-session',
          technology: 'express',
          flaw: ["app.use(«cookieSession({ name: '{entity}', keys, secure: false })»)"],
          fix: ["app.use(cookieSession({ name: '{entity}', keys, secure: true, httpOnly: true }))"],
        },
      ],
    },
    {
      language: 'python',
      sinks: [
        {
          slug: 'django-settings',
          library: 'Django',
          technology: 'django',
          flaw: ['«SESSION_COOKIE_SECURE = False»'],
          fix: ['SESSION_COOKIE_SECURE = True'],
          rest: ['CSRF_COOKIE_SECURE = True'],
        },
        {
          slug: 'flask-config',
          library: 'Flask',
          technology: 'flask',
          setup: ['app.config.update('],
          flaw: ['    «SESSION_COOKIE_SECURE=False»,'],
          fix: ['    SESSION_COOKIE_SECURE=True,'],
          rest: ["    SESSION_COOKIE_NAME='{entity}',", ')'],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'servlet-cookie',
          library: 'Servlet',
          technology: 'spring',
          setup: ['Cookie cookie = new Cookie("{entity}", id);', 'cookie.setHttpOnly(true);'],
          flaw: ['«cookie.setSecure(false)»;'],
          fix: ['cookie.setSecure(true);'],
        },
      ],
    },
    {
      language: 'php',
      sinks: [
        {
          slug: 'session-params',
          library: 'PHP sessions',
          technology: 'laravel',
          flaw: ["«session_set_cookie_params(['secure' => false, 'httponly' => true])»;"],
          fix: ["session_set_cookie_params(['secure' => true, 'httponly' => true]);"],
          rest: ['session_start();'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'http-cookie',
          library: 'net/http',
          technology: 'net-http',
          setup: ['http.SetCookie(w, &http.Cookie{', '\tName:     "{entity}",', '\tHttpOnly: true,'],
          flaw: ['\t«Secure:   false,»'],
          fix: ['\tSecure:   true,'],
          rest: ['})'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'cookie-policy',
          library: 'ASP.NET Core',
          technology: 'aspnetcore',
          flaw: ['options.Cookie.«SecurePolicy = CookieSecurePolicy.None»;'],
          fix: ['options.Cookie.SecurePolicy = CookieSecurePolicy.Always;'],
        },
      ],
    },
  ],
}
